// Fixtures for this service's check tests.
import { world } from '../../../kit/verify.ts'
import type { Project, ReportGroup } from './resources.ts'

const arn = 'arn:aws:codebuild:eu-west-1:123456789012'

export const project = world<Project>({
  uid: `${arn}:project/shop`,
  name: 'shop',
  region: 'eu-west-1',
  plain_variables: ['STAGE'],
  credentials_in: [],
  public: false,
  logs: true,
  s3_logs_encrypted: true,
  buildspec_file: null,
  filters: [
    { type: 'EVENT', pattern: 'PUSH' },
    { type: 'ACTOR_ACCOUNT_ID', pattern: '^16024985$' },
  ],
})

export const reportGroup = world<ReportGroup>({
  uid: `${arn}:report-group/shop-tests`,
  name: 'shop-tests',
  region: 'eu-west-1',
  export_encrypted: true,
})
