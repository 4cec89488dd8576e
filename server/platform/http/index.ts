export type { Tx } from '../db/index.ts'
export { taken, unlessDuplicate } from './duplicates.ts'
export type { Answer, Endpoint, Exchange, Services, Upload } from './endpoint.ts'
export {
  type Asked,
  act,
  asCaller,
  change,
  create,
  type Links,
  list,
  queue,
  readBody,
  readParams,
  relate,
  remove,
  show,
  submit,
  summary,
} from './endpoints.ts'
export { elsewhere } from './elsewhere.ts'
export {
  type Exports,
  type ExportSettings,
  exportsOf,
  type Format,
  type InCaller,
  type Place,
  type Walk,
} from './exports.ts'
export { formField, formLimits, formType } from './form.ts'
export { csv, jsonLines, ocsf } from './formats.ts'
export { describe, documented, streamsSince } from './documentation.ts'
export { health } from './health.ts'
export { type Limits, limits } from './limits.ts'
export { type Loader, type Loaders, loader } from './includes.ts'
export { KeptAnswers, type Stamp } from './kept.ts'
export { open, personal } from './outside.ts'
export { htmlPage } from './page.ts'
export { type Received, receive } from './receive.ts'
export {
  type HttpSettings,
  prefix,
  problemOf,
  requestIdOf,
  securityHeaders,
  serve,
} from './serve.ts'
