/** Constants shared by the parts of the demo account. */
import type { PolicyDocument } from '../aws/policy-document.ts'

export const demoId = '123456789012'
/** Another company's account; it is trusted in a few places. */
export const partnerId = '210987654321'
/** The account of the organization that runs the scans: it may assume the audit role. */
export const operatorId = '345678901234'
export const auditExternalId = 'larkspur-audit-7f3a'
export const canonicalId = '7d1f0a64c2b9e83fa5d0471c6e2b98a3f54d7c01b6e9a2384f1c5d70e8b3a926'

/** The time this many days before the scan. */
export type Ago = (days: number) => Date

export const daysBefore =
  (now: Date): Ago =>
  (days) =>
    new Date(Math.floor((now.getTime() - days * 86_400_000) / 1000) * 1000)

/** The ARN of an AWS managed policy. */
export const aws = (name: string) => `arn:aws:iam::aws:policy/${name}`

export const allowing = (actions: string[], resources: string[]): PolicyDocument => ({
  Version: '2012-10-17',
  Statement: [{ Effect: 'Allow', Action: actions, Resource: resources }],
})

/** Names shared by the demo's accounts, so that findings of one lead to those of another. */
export const websiteBucket = 'larkspur-website'
export const administrator = 'cloud-admin'
export const deployRole = 'release-pipeline'
export const organization = 'larkspur'
