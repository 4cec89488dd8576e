export type { Tx } from '../db/index.ts'
export { describe, documented, htmlPage, streamsSince } from './documentation.ts'
export type { Answer, Endpoint, Exchange, Services, Upload } from './endpoint.ts'
export {
  act,
  change,
  create,
  type Links,
  list,
  queue,
  relate,
  remove,
  show,
  submit,
  summary,
} from './endpoints.ts'
export { taken, unlessDuplicate } from './errors.ts'
export {
  csv,
  type Exports,
  type ExportSettings,
  exportsOf,
  type Format,
  jsonLines,
  ocsf,
  type Place,
  type Walk,
} from './exports.ts'
export { health } from './health.ts'
export { type Loader, type Loaders, loader } from './includes.ts'
export type { DataVersion } from './data-version.ts'
export { type Limits, limits } from './limits.ts'
export { fetched, open, personal, type Received, receive } from './multi-step-endpoints.ts'
export { formField, formLimits, formType, prefix, readBody, readParams } from './request.ts'
export { securityHeaders } from './response.ts'
export { type Asked, asCaller, type InCaller } from './route.ts'
export { type HttpSettings, serve } from './server.ts'
