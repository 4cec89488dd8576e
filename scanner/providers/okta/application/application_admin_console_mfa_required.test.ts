import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './application_admin_console_mfa_required.ts'
import { adminConsole, chain, deny, rule } from './worlds.ts'

verify(check, {
  pass: [adminConsole(), adminConsole({ rules: [rule(), rule()] })],
  fail: [
    adminConsole({ rules: [rule({ factors: 1 })] }),
    adminConsole({ rules: [rule(), chain, rule({ factors: 1 })] }),
  ],
  manual: [adminConsole({ rules: [rule(), chain] }), adminConsole({ rules: null })],
  none: [adminConsole({ rules: [] }), adminConsole({ rules: [deny({ factors: 1 })] })],
  unread: [adminConsole({ rules: unread('E0000006') })],
})
