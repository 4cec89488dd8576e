import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './ec2_launch_template_no_public_ip.ts'
import { launchTemplate } from './worlds.ts'

verify(check, {
  pass: [launchTemplate()],
  fail: [
    launchTemplate({
      version: { number: 3, tokens: null, endpoint: null, public_address: true },
    }),
  ],
  unread: [launchTemplate({ version: unread('UnauthorizedOperation') })],
})
