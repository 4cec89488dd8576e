/**
 * The order of rooms: an import may only look down, or to the right within a floor that is not
 * `apart`. `npm run check` holds every import against it. Tests and testing/ folders may look up,
 * but not into a workspace above their own.
 */
export interface Floor {
  /** Folders or files below `in`, separated by spaces; `*` stands for each folder of its own. */
  readonly rooms: string
  readonly in?: string
  /** These rooms do not know each other. */
  readonly apart?: true
  /** Rooms are entered through their index.ts, or by a name that the workspace exports. */
  readonly door?: true
  /** No npm package is imported: Node only. */
  readonly bare?: true
}

export const floors: readonly Floor[] = [
  { rooms: 'scripts' },
  { rooms: 'cli web examples', apart: true },
  {
    in: 'server/',
    rooms:
      'testing index.ts describe-api.ts open-database.ts main.ts product-metrics.ts accounts-asked.ts sign-up.ts warnings.ts',
  },
  {
    in: 'server/features/',
    rooms:
      'seed integrations reports overviews compliance tasks schedules finding-groups ingestion scans triage mutes finding-queries findings rollups resources observations providers accounts audit',
    door: true,
  },
  {
    in: 'server/platform/',
    rooms:
      'streams http tasks files mail tenancy auth vault audit egress db threads valkey metrics',
  },
  {
    in: 'server/',
    rooms:
      'config.ts platform/log.ts platform/ids.ts platform/text.ts platform/ends.ts platform/compiled-code.ts platform/concurrency-limit.ts platform/rate-limit.ts platform/yaml.ts',
    apart: true,
  },
  { in: 'server/', rooms: 'internal-addresses.ts setting.ts' },
  { in: 'scanner/', rooms: 'testing index.ts' },
  { in: 'scanner/', rooms: 'formats frameworks', apart: true },
  { in: 'scanner/', rooms: 'engine providers/*', apart: true },
  { in: 'scanner/', rooms: 'kit', bare: true },
  { rooms: 'sse jsonapi floors.ts', apart: true, bare: true },
]
