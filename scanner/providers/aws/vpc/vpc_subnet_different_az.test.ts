import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './vpc_subnet_different_az.ts'
import { vpc } from './worlds.ts'

const inZones = (...zones: string[]) =>
  vpc({ subnets: zones.map((zone, n) => ({ subnet_id: `subnet-${n}`, zone })) })

verify(check, {
  pass: [vpc(), inZones('eu-west-1a', 'eu-west-1a', 'eu-west-1c')],
  fail: [inZones('eu-west-1a'), inZones('eu-west-1a', 'eu-west-1a')],
  none: [inZones()],
  unread: [vpc({ subnets: unread('UnauthorizedOperation') })],
})
