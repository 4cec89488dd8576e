/** What S3 takes. Source: "Amazon S3 multipart upload limits" and "Naming Amazon S3 objects", Amazon S3 User Guide. */
export const limits = {
  /** Of a key, in UTF-8. */
  maxKeyBytes: 1_024,
  /** What is put at once; beyond, each of its parts but the last: S3 takes them from 5 MiB on. */
  partBytes: 8 * 2 ** 20,
} as const
