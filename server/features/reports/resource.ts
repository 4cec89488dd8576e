import { integer, nullable, readOnly, resource, text } from '@plumbline/jsonapi'

/** The resource that the contract names for files of a scan. */
export const scanReport = resource('scan-reports', { id: text, attributes: {} })
export const scanComplianceReport = resource('scan-reports', {
  id: text,
  attributes: { name: text },
})

/** Where a report can be fetched without credentials of this product, for so many seconds. */
export const scanReportLink = resource('scan-report-links', {
  attributes: {
    /** Null if this server sends the file itself, at `/scans/{id}/report`. */
    url: readOnly(nullable(text)),
    filename: readOnly(text),
    seconds: readOnly(integer),
  },
})

/** The key of the signatures under evidence. Its id is its fingerprint. */
export const evidenceKey = resource('evidence-keys', {
  id: text,
  attributes: {
    algorithm: readOnly(text),
    /** PEM. */
    public_key: readOnly(text),
  },
})
