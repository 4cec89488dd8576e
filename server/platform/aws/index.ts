export { Bucket, type BucketOptions, BucketRefused, elementsOf, textOf } from './bucket.ts'
export {
  type AwsAccess,
  type AwsAccount,
  awsAccount,
  awsCredentials,
  type CredentialSource,
} from './credentials.ts'
export { hostOf } from './place.ts'
export { abortUpload, putStream, sizeOf } from './upload.ts'
