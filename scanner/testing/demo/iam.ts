import type { Iam } from '../aws/iam/state.ts'
import { type Ago, demoId } from './facts.ts'
import { demoPolicies, demoRoles } from './iam-roles.ts'
import { demoGroups, demoRoot, demoUsers } from './iam-users.ts'

export const demoIam = (ago: Ago): Iam => ({
  root: demoRoot(ago),
  users: demoUsers(ago),
  groups: demoGroups(ago),
  roles: demoRoles(ago),
  policies: demoPolicies(ago),
  // Long history, but short passwords without upper case.
  passwordPolicy: {
    minimumLength: 10,
    requireSymbols: true,
    requireNumbers: true,
    requireUppercase: false,
    requireLowercase: true,
    allowUsersToChange: true,
    maxAgeDays: 180,
    reusePrevention: 24,
  },
  serverCertificates: [
    {
      name: 'larkspur-2024',
      id: 'ASCADEMOCERTIFICATE01',
      uploadedAt: ago(760),
      expiresAt: ago(30),
    },
    {
      name: 'larkspur-2026',
      id: 'ASCADEMOCERTIFICATE02',
      uploadedAt: ago(40),
      expiresAt: ago(-325),
    },
  ],
  samlProviders: [{ name: 'workforce', createdAt: ago(600), validUntil: ago(-90) }],
  spareMfaDevices: [`arn:aws:iam::${demoId}:mfa/never-paired`],
  organizationFeatures: null,
  credentialReport: { asked: false, pollsLeft: 1, generatedAt: null },
})
