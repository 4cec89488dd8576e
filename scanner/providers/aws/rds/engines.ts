/** RDS also lists the clusters of Neptune and DocumentDB, which have separate services. */
const otherServices: ReadonlySet<string> = new Set(['neptune', 'docdb'])

export const isRelational = (engine: string): boolean => !otherServices.has(engine)

/** RDS Custom: the machine and the engine’s settings are in the customer’s hands. */
export const isCustom = (engine: string): boolean => engine.startsWith('custom-')

const isMysql = (engine: string): boolean => /mysql|mariadb|^aurora$/.test(engine)

const ports: readonly (readonly [RegExp, number])[] = [
  [/mysql|mariadb|^aurora$/, 3306],
  [/postgres/, 5432],
  [/oracle/, 1521],
  [/sqlserver/, 1433],
  [/db2/, 50_000],
]

/** An engine's default port; null for an unknown engine. */
export const usualPort = (engine: string): number | null =>
  ports.find(([pattern]) => pattern.test(engine))?.[1] ?? null

/** The Oracle setting for encrypted connections, which is in an option group. */
export const oracleTransport = 'SQLNET.ENCRYPTION_SERVER'

/** The setting that rejects unencrypted connections; null for engines without one in RDS. */
export function transportSetting(engine: string): string | null {
  if (isCustom(engine)) return null
  if (engine.startsWith('oracle')) return oracleTransport
  if (/postgres|sqlserver/.test(engine)) return 'rds.force_ssl'
  return isMysql(engine) ? 'require_secure_transport' : null
}

/** True if a version such as `10.6.14-rds` is `major.minor` or later. */
export function isAtLeast(version: string, major: number, minor: number): boolean {
  const [first = 0, second = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  return first > major || (first === major && second >= minor)
}

/** True if the engine supports IAM authentication: MariaDB since 10.6; Oracle, SQL Server and Db2 do not. */
export const knowsIam = (engine: string, version: string): boolean => {
  if (engine === 'mariadb') return isAtLeast(version, 10, 6)
  return !isCustom(engine) && (isMysql(engine) || /postgres/.test(engine))
}

const usualAdmins: ReadonlySet<string> = new Set(['admin', 'postgres'])

/** The default names in the console. */
export const isUsualAdmin = (name: string): boolean => usualAdmins.has(name.toLowerCase())
