import { join } from 'node:path'
import { BadSetting, type Config } from '../../config.ts'
import type { Files } from './files.ts'
import { FolderFiles } from './folder.ts'
import { S3Files, type S3Settings } from './s3.ts'

export {
  FileMissing,
  type FileName,
  type Files,
  FileTooLarge,
  type StoredFile,
  StoreFull,
} from './files.ts'
export type { S3Settings } from './s3.ts'

/** Which store it is, as plain values: threads open it for themselves. */
export type StoreSettings = { readonly folder: string } | { readonly s3: S3Settings }

export const openFiles = (settings: StoreSettings): Files =>
  's3' in settings ? new S3Files(settings.s3) : new FolderFiles(settings.folder)

/** What files are for. Each purpose has a separate place, so that the cleanup of one never lists files of the other. */
export type Purpose = 'ingestions' | 'reports'

/** Where the settings store files. Throws BadSetting for a bucket without credentials. */
export function storeOf(config: Config, purpose: Purpose): StoreSettings {
  const { dataDir, filesUrl, filesRegion: region } = config
  const { filesKeyId: accessKeyId, filesSecret: secretAccessKey } = config
  if (filesUrl === null) return { folder: join(dataDir, purpose) }
  if (accessKeyId === null || secretAccessKey === null)
    throw new BadSetting(
      'FILES_S3_URL requires FILES_S3_ACCESS_KEY_ID and FILES_S3_SECRET_ACCESS_KEY.',
    )
  const { origin: endpoint, pathname } = new URL(filesUrl)
  const [, bucket = '', ...path] = pathname.split('/')
  // Files of ingestions were stored there before other kinds existed.
  const prefix = path.join('/') + (purpose === 'ingestions' ? '' : `${purpose}/`)
  return { s3: { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey } }
}
