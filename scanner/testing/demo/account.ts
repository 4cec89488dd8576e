import type { Account } from '../aws/account.ts'
import { blankAccount, firstKeyOf } from '../blank-account.ts'
import { demoEc2 } from './ec2.ts'
import { demoEvents } from './events.ts'
import { auditExternalId, daysBefore, demoId, operatorId } from './facts.ts'
import { demoIam } from './iam.ts'
import { demoKeys, demoTrails } from './logging.ts'
import { demoPlain } from './plain/index.ts'
import { demoS3 } from './s3.ts'

/** An access key that reads the demo account, as a provider secret. */
export const demoCredentials = {
  aws_access_key_id: firstKeyOf(demoId).accessKeyId,
  aws_secret_access_key: firstKeyOf(demoId).secretAccessKey,
}

/** The same account by role: the operator's key may assume it, with the external id. */
export const demoRole = {
  role_arn: `arn:aws:iam::${demoId}:role/plumbline-audit`,
  external_id: auditExternalId,
  aws_access_key_id: firstKeyOf(operatorId).accessKeyId,
  aws_secret_access_key: firstKeyOf(operatorId).secretAccessKey,
}

/** A new copy of the demo account. Its dates count back from `now`, so ages are constant. */
export const demoAccount = (now = new Date()): Account => {
  const ago = daysBefore(now)
  return {
    ...blankAccount(demoId, ago(2700)),
    alias: 'larkspur',
    contact: {
      fullName: 'Larkspur Operations',
      companyName: 'Larkspur Example Ltd',
      phoneNumber: '+441134960100',
      addressLine1: '1 Example Street',
      city: 'Leeds',
      postalCode: 'LS1 1AA',
      countryCode: 'GB',
      websiteUrl: 'https://larkspur.example',
    },
    alternateContacts: {
      BILLING: {
        name: 'Accounts payable',
        title: 'Finance',
        emailAddress: 'billing@larkspur.example',
        phoneNumber: '+441134960101',
      },
    },
    denied: [
      { action: 's3:GetBucketPolicy', resource: 'arn:aws:s3:::larkspur-hr-vault' },
      { action: 's3:GetBucketPolicy', resource: 'arn:aws:s3:::larkspur-legal-hold' },
      { action: 'kms:GetKeyPolicy', resource: '*:key/5b1c7e02-8d4f-4f7e-9a55-1f0c2d3e4a02' },
    ],
    iam: demoIam(ago),
    s3: demoS3(ago),
    ec2: demoEc2(ago),
    kms: demoKeys(ago),
    trails: demoTrails(ago),
    events: demoEvents(ago),
    plain: demoPlain(ago),
  }
}

/** The account of the operator's key, which is its only content. */
export const operatorAccount = (): Account => blankAccount(operatorId)
