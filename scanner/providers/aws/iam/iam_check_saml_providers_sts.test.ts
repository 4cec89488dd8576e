import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './iam_check_saml_providers_sts.ts'
import { ago, federation } from './worlds.ts'

const provider = (valid_until: string | null) => ({
  uid: 'arn:aws:iam::123456789012:saml-provider/directory',
  valid_until,
})

verify(check, {
  pass: [
    federation(),
    federation({ providers: [provider(null)] }),
    federation({ providers: [provider(ago(30)), provider(ago(-30))] }),
  ],
  fail: [federation({ providers: [] }), federation({ providers: [provider(ago(30))] })],
  unread: [federation({ providers: unread('AccessDenied') })],
})
