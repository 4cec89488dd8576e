export {
  type BucketAccess,
  type CopiedFile,
  putFile,
  testConnection,
} from './amazon-s3.ts'
export { keyOf, type Kind } from './keys.ts'
export { limits } from './limits.ts'
