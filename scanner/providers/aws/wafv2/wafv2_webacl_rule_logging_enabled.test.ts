import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './wafv2_webacl_rule_logging_enabled.ts'
import { webAcl } from './worlds.ts'

verify(check, {
  pass: [webAcl()],
  fail: [
    webAcl({
      rules: [
        { name: 'common', metrics: true },
        { name: 'rate', metrics: false },
      ],
    }),
  ],
  none: [webAcl({ rules: [] })],
  unread: [webAcl({ rules: unread('AccessDeniedException') })],
})
