/** What the files of a scan are called. */

const digits = (at: string): string => at.replaceAll(/\D/g, '').slice(0, 14)

/** `prowler-output-123456789012-20261123103000`: what scripts that fetch reports look for. */
export function baseName({
  account_uid,
  at,
}: {
  readonly account_uid: string
  readonly at: string
}) {
  const account = account_uid.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)
  return `prowler-output-${account}-${digits(new Date(at).toISOString())}`
}

export const tableName = (base: string): string => `${base}.csv`
export const ocsfName = (base: string): string => `${base}.ocsf.json`
export const pageName = (base: string): string => `${base}.html`
export const archiveName = (base: string): string => `${base}.zip`
export const complianceName = (base: string, framework: string, extension = 'csv'): string =>
  `${base}_${framework}.${extension}`
