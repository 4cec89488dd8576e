import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './signon_dod_warning_banner_configured.ts'
import { brand } from './worlds.ts'

verify(check, {
  pass: [
    brand({
      sign_in_words:
        'you are accessing a u.s. government (usg) information system (is) that is provided for usg-authorized use only. by using this is, you consent to the following conditions: …',
    }),
  ],
  fail: [
    brand(),
    brand({ sign_in_words: 'you are accessing a u.s. government (usg) information system' }),
  ],
  unread: [brand({ sign_in_words: unread('E0000006') })],
})
