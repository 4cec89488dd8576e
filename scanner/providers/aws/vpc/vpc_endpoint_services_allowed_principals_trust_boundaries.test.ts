import { unread } from '../../../kit/index.ts'
import { given, verify } from '../../../kit/verify.ts'
import check from './vpc_endpoint_services_allowed_principals_trust_boundaries.ts'
import { endpointService } from './worlds.ts'

const partner = { type: 'Role', principal: 'arn:aws:iam::210987654321:role/billing' }
const unit = {
  type: 'OrganizationUnit',
  principal: 'arn:aws:organizations::123456789012:ou/o-1/ou-1',
}

verify(check, {
  pass: [
    endpointService(),
    endpointService({ allowed: [] }),
    given(endpointService({ allowed: [partner] }), {
      config: { trusted_account_ids: ['210987654321'] },
    }),
  ],
  fail: [
    endpointService({ allowed: [{ type: 'All', principal: '*' }] }),
    endpointService({ allowed: [partner], acceptance_required: false }),
    endpointService({ allowed: [unit, partner] }),
  ],
  manual: [endpointService({ allowed: [unit] })],
  unread: [endpointService({ allowed: unread('UnauthorizedOperation') })],
})
