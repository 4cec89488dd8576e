import { checkFor, type Maybe, type Resource } from '../../../kit/index.ts'
import type { Protection } from '../backup-plans.ts'

export interface FileSystem extends Resource {
  /** `available`, `creating`, `updating`, `deleting`, `deleted` or `error`. */
  readonly state: string
  /** Null if the response omits it. */
  readonly encrypted: boolean | null
  /** The zone of a One Zone file system; null if it is in several zones. */
  readonly zone: string | null
  /** A zone has at most one. */
  readonly mount_targets: number
  /** `ENABLED`, `ENABLING`, `DISABLED` or `DISABLING`; null if never set. */
  readonly automatic_backups: Maybe<string | null>
  /** The protection by backup plans; null if not read because it has automatic backups. */
  readonly backup: Maybe<Protection | null>
}

export interface AccessPoint extends Resource {
  readonly file_system: string
  /** The user and group enforced for all operations; null if the client's apply. */
  readonly user: { readonly uid: number; readonly gid: number } | null
  /** The directory that clients see as the root. */
  readonly root: string
}

export interface Efs {
  fileSystems: FileSystem
  accessPoints: AccessPoint
}

export const check = checkFor<Efs>()
