import { unread } from '../../../kit/index.ts'
import { verify } from '../../../kit/verify.ts'
import check from './vpc_peering_routing_tables_with_least_privilege.ts'
import { peering, routes } from './worlds.ts'

const sound = peering()

verify(check, {
  pass: [
    peering(),
    peering({ routes: [] }),
    peering({ routes: routes('10.30.4.0/24', '2001:db8:30::/64') }),
    // The range of the VPC itself is not a route to the other.
    peering({ routes: routes('10.20.0.0/16') }),
  ],
  fail: [
    peering({ routes: routes('10.30.0.0/16') }),
    peering({ routes: routes('0.0.0.0/0') }),
    peering({ routes: routes('10.30.0.0/17', '10.30.128.0/17') }),
    peering({ routes: routes('2001:db8:30::/56') }),
    peering({ routes: [...routes('10.30.4.0/24'), ...routes('10.0.0.0/8')] }),
    // The opposite direction, from a table of the accepter.
    peering({ routes: [{ table_id: 'rtb-2', vpc_id: 'vpc-2', destinations: ['10.20.0.0/16'] }] }),
  ],
  none: [
    peering({ state: 'pending-acceptance', routes: routes('10.30.0.0/16') }),
    peering({ state: 'deleted', routes: routes('10.30.0.0/16') }),
  ],
  unread: [
    peering({ routes: unread('UnauthorizedOperation') }),
    peering({ accepter: { ...sound.accepter, ranges: [] } }),
  ],
})
