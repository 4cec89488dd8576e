import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './vpc_endpoint_for_ec2_enabled.ts'
import { vpc } from './worlds.ts'

const to = (service: string, state = 'available') => ({ service, state })

verify(check, {
  pass: [
    vpc(),
    vpc({ endpoints: [to('com.amazonaws.eu-west-1.ec2', 'Available')] }),
    vpc({ endpoints: [to('com.amazonaws.eu-west-1.s3'), to('com.amazonaws.eu-west-1.ec2')] }),
  ],
  fail: [
    vpc({ endpoints: [] }),
    vpc({
      endpoints: [to('com.amazonaws.eu-west-1.s3'), to('com.amazonaws.eu-west-1.ec2messages')],
    }),
    vpc({ endpoints: [to('com.amazonaws.eu-west-1.ec2', 'deleting')] }),
  ],
  unread: [vpc({ endpoints: unread('UnauthorizedOperation') })],
})
