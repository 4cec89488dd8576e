/** What Security Hub takes. Source: "BatchImportFindings" and "AwsSecurityFinding", AWS Security Hub API Reference. */
export const limits = {
  /** Findings of one call. */
  maxBatch: 100,
  /** Of one call; AWS counts 6 MB. */
  maxBytes: 6_000_000,
  /** Of one finding; AWS counts 240 KB. */
  maxFindingBytes: 240_000,
  /** Calls of BatchImportFindings, by account and region. */
  rate: { perSecond: 10, burst: 30 },
  /** Calls of GetFindings, likewise. */
  readRate: { perSecond: 3, burst: 6 },
  /** Characters, unless noted otherwise. */
  id: 512,
  title: 256,
  description: 1_024,
  generatorId: 512,
  remediationText: 512,
  url: 2_048,
  resourceId: 512,
  region: 16,
  /** Entries, and characters of their names and values. */
  productFields: { entries: 50, key: 128, value: 2_048 },
  tags: { entries: 50, key: 128, value: 256 },
  requirements: { entries: 32, text: 64 },
} as const
