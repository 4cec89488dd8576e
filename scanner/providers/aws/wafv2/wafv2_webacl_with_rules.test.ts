import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './wafv2_webacl_with_rules.ts'
import { webAcl } from './worlds.ts'

verify(check, {
  pass: [
    webAcl(),
    webAcl({
      rules: [
        { name: 'common', metrics: true },
        { name: 'rate', metrics: false },
      ],
    }),
  ],
  fail: [webAcl({ rules: [] })],
  unread: [webAcl({ rules: unread('AccessDeniedException') })],
})
