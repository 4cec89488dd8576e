export { type Draft, type Drafted, draft, parseBody } from './body.ts'
export {
  type ErrorDocument,
  errorDocument,
  type Included,
  including,
  itemsOf,
  type ListDocument,
  listDocument,
  type OneDocument,
  oneDocument,
  type Shown,
} from './document.ts'
export {
  type AnyField,
  boolean,
  date,
  email,
  type Field,
  failed,
  type Instant,
  instant,
  integer,
  type Json,
  json,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  readOnly,
  record,
  type Schema,
  type TextValue,
  text,
  timestamp,
  uuid,
  type Value,
  writeOnly,
} from './fields/index.ts'
export { type By, by, type Op } from './filters.ts'
export { type JsonLimits, parseJson } from './json.ts'
export { parseLinkage } from './linkage.ts'
export { type Description, type OpenApi, type Operation, openapi } from './openapi.ts'
export {
  badGateway,
  conflict,
  forbidden,
  gone,
  invalid,
  invalidParameter,
  methodNotAllowed,
  notFound,
  Problem,
  Problems,
  type Source,
  tooLarge,
  tooManyRequests,
  unauthenticated,
  unavailable,
  unsupportedMediaType,
} from './problem.ts'
export { type Page, parseQuery, type Query, type QueryOptions } from './query.ts'
export { nested, toMany, toOne } from './relationships.ts'
export {
  type AnyResource,
  type Filter,
  type FilterName,
  type Resource,
  type Row,
  resource,
  type Sort,
  type SortName,
} from './resource.ts'
