/** Reads the settings once, in main.ts, from where they are handed down. */
import { join, resolve } from 'node:path'
import { readAddresses, secretParts, type Unprotected } from './internal-addresses.ts'
import { withSecretFiles } from './secret-files.ts'
import { BadSetting, type Setting } from './setting.ts'
import { settings } from './settings.ts'

export { BadSetting } from './setting.ts'

export type Config = {
  readonly [K in keyof typeof settings]: (typeof settings)[K] extends Setting<infer T> ? T : never
} & {
  /** The product's own cloud identity: what the official libraries read, under their names. */
  readonly cloudIdentity: Readonly<Record<string, string>>
  /** Connections to other machines that are not encrypted, or whose server is not verified. */
  readonly unprotected: readonly Unprotected[]
}

const isIdentity = (name: string): boolean => name.startsWith('AWS_') || name === 'HOME'

function readSetting<T>(
  { names, read, fallback }: Setting<T>,
  environment: Readonly<Record<string, string | undefined>>,
): T {
  const name = names.find((one) => environment[one] !== undefined && environment[one] !== '')
  if (name === undefined) return fallback
  try {
    return read(environment[name] as string)
  } catch (error) {
    throw new BadSetting(`${name} ${(error as Error).message}.`)
  }
}

const secretNames = [
  ...Object.values<Setting<unknown>>(settings).flatMap(({ names, isSecret }) =>
    isSecret ? names : [],
  ),
  ...secretParts,
]

/** Reads all settings; a wrong one is one sentence that names it. */
export function readConfig(given: Readonly<Record<string, string | undefined>>): Config {
  const environment = withSecretFiles(given, secretNames)
  const config = Object.fromEntries(
    Object.entries(settings).map(([name, one]) => [name, readSetting<unknown>(one, environment)]),
  ) as unknown as Config
  if (config.smtpUrl !== null && (config.mailFrom === null || config.publicUrl === null))
    throw new BadSetting(
      'SMTP_URL requires MAIL_FROM and PUBLIC_URL, for the sender and the links of emails.',
    )
  return {
    ...config,
    ...readAddresses(config, environment),
    dataDir: resolve(config.dataDir),
    cloudIdentity: Object.fromEntries(
      Object.entries(environment).filter(
        (entry): entry is [string, string] => isIdentity(entry[0]) && entry[1] !== undefined,
      ),
    ),
  }
}

/** The settings that a health check needs. It reads no secret: the file of one may be gone after the start. */
export const readPlace = (
  environment: Readonly<Record<string, string | undefined>>,
): Pick<Config, 'host' | 'port' | 'dataDir'> => ({
  host: readSetting(settings.host, environment),
  port: readSetting(settings.port, environment),
  dataDir: resolve(readSetting(settings.dataDir, environment)),
})

export const keyFile = (config: Config): string => join(config.dataDir, 'encryption.key')
