/**
 * The order of modules: an import may only look down, or to the right within a layer that is not
 * `apart`. `npm run check` holds every import against it. Tests and testing/ folders may look up,
 * but not into a workspace above their own.
 */
export interface Layer {
  /** Folders or files below `in`, separated by spaces; `*` stands for each folder of its own. */
  readonly modules: string
  readonly in?: string
  /** These modules do not know each other. */
  readonly apart?: true
  /** Modules are entered through their index.ts, or by a name that the workspace exports. */
  readonly door?: true
  /** No npm package is imported: Node only. */
  readonly bare?: true
}

/** Features that do not know each other, although they follow each other in the list. */
const apart = ['findings', 'recording']

/** Their layers, in the order of the list of `server/features/index.ts`. */
function featureLayers(features: readonly string[]): readonly Layer[] {
  const at = features.indexOf(apart[0] ?? '')
  if (apart.some((name, place) => features[at + place] !== name))
    throw new Error(`${apart.join(' and ')} have to follow each other in server/features/index.ts.`)
  const about = { in: 'server/features/', door: true } as const
  return [
    { in: 'server/features/', modules: 'index.ts' },
    { ...about, modules: ['seed', ...features.slice(0, at)].join(' ') },
    { ...about, modules: apart.join(' '), apart: true },
    { ...about, modules: features.slice(at + apart.length).join(' ') },
    { in: 'server/features/', modules: 'feature.ts' },
  ]
}

export const layersWith = (features: readonly string[]): readonly Layer[] => [
  { modules: 'scripts' },
  { modules: 'cli examples', apart: true },
  { in: 'web/', modules: 'vite.config.ts testing kit-page main.tsx app.tsx signed-in.tsx shell' },
  { in: 'web/', modules: 'overview' },
  { in: 'web/', modules: '*', apart: true }, // a screen each
  { in: 'web/', modules: 'session kit api' },
  {
    in: 'server/',
    modules:
      'testing index.ts describe-api.ts open-database.ts main.ts build.ts services.ts opened.ts product-metrics.ts accounts-asked.ts keys.ts server-info.ts sign-up.ts warnings.ts ways-out.ts data-directory.ts from-config.ts worker-beat.ts',
  },
  ...featureLayers(features),
  { in: 'server/', modules: 'targets/*', apart: true, door: true },
  { in: 'server/targets/', modules: 'aws.ts digest.ts call.ts pace.ts target.ts plain-text.ts' },
  {
    in: 'server/platform/',
    modules:
      'streams http tasks files mail tenancy auth vault audit aws egress due db threads valkey metrics disk-space.ts',
  },
  {
    in: 'server/',
    modules:
      'config.ts platform/log.ts platform/version.ts platform/ids.ts platform/text.ts platform/ends.ts platform/compiled-code.ts platform/concurrency-limit.ts platform/rate-limit.ts',
    apart: true,
  },
  {
    in: 'server/',
    modules: 'secret-files.ts internal-addresses.ts settings.ts outgoing-settings.ts setting.ts',
  },
  { in: 'scanner/', modules: 'testing index.ts' },
  { in: 'scanner/', modules: 'formats frameworks', apart: true },
  { in: 'scanner/', modules: 'engine providers/*', apart: true },
  { in: 'scanner/', modules: 'yaml.ts' },
  { in: 'scanner/', modules: 'kit', bare: true },
  { modules: 'sse jsonapi layers.ts', apart: true, bare: true },
]
