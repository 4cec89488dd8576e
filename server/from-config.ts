/** What the settings mean for parts of the platform, which do not read them. */
import { BadSetting, type Config } from './config.ts'
import type { Database } from './platform/db/index.ts'
import { type DiskSettings, type DiskSpace, diskSpace } from './platform/disk-space.ts'

/** The disk of the embedded database. */
export const diskOf = (
  { dataDir: path, diskFreeBytes: reserved, tenantWriteBytes: tenantBytes }: Config,
  { kind }: Database,
  more: Omit<DiskSettings, 'path' | 'reserved' | 'tenantBytes'>,
): DiskSpace | undefined =>
  kind === 'embedded' ? diskSpace({ path, reserved, tenantBytes, ...more }) : undefined

/** Throws BadSetting for a name that is not a stream: the stream that was meant would stay closed without a word. */
export function checkStreams({ eventStreams }: Config, declared: ReadonlySet<string>): void {
  const unknown = eventStreams.find((prefix) => !declared.has(prefix))
  if (unknown === undefined) return
  throw new BadSetting(
    `EVENT_STREAMS contains "${unknown}", which is not a stream. The streams are ${[...declared].join(', ')}.`,
  )
}
