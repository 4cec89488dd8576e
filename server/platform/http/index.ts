export type { Tx } from '../db/index.ts'
export { type AppFiles, readApp, serveApp } from './app-files.ts'
export { type Cookie, readCookie, setCookie } from './cookies.ts'
export {
  describe,
  documented,
  linkPageIn,
  page,
  sourceHash,
  streamsSince,
} from './documentation.ts'
export { type Download, download } from './downloads.ts'
export type { Answer, Endpoint, Exchange, InTenantOf, Services } from './endpoint.ts'
export {
  accept,
  change,
  create,
  type Links,
  list,
  queue,
  relate,
  remove,
  revoke,
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
  preferred,
  type Walk,
} from './exports.ts'
export { health } from './health.ts'
export { type Loader, type Loaders, loader } from './includes.ts'
export type { ReadScope } from './data-version.ts'
export { type Limits, limits } from './limits.ts'
export {
  fetched,
  fetchedOne,
  open,
  personal,
  type Receiving,
  receive,
} from './multi-step-endpoints.ts'
export {
  formField,
  formLimits,
  formType,
  prefix,
  readBody,
  readParams,
  type Upload,
} from './request.ts'
export { securityHeaders } from './response.ts'
export { type Asked, asCaller, type InCaller } from './route.ts'
export { type HttpSettings, serve } from './server.ts'
