import { type Collected, type Collecting } from '../../../kit/index.ts'
import { backupPlans } from '../backup-plans.ts'
import type { Aws } from '../client.ts'
import { addresses } from './addresses.ts'
import { clientVpnEndpoints, transitGateways } from './gateways.ts'
import { images } from './images.ts'
import { instances } from './instances.ts'
import { launchTemplates } from './launch-templates.ts'
import { networkAcls } from './network-acls.ts'
import { prefixLists } from './prefix-lists.ts'
import type { Ec2 } from './resources.ts'
import { securityGroups } from './security-groups.ts'
import { settings } from './settings.ts'
import { snapshots } from './snapshots.ts'
import { subnets } from './subnets.ts'
import { volumes } from './volumes.ts'

export function collect(context: Collecting<Aws>): Collected<Ec2> {
  const plans = backupPlans(context.client)
  return {
    settings: settings(context),
    prefixLists: prefixLists(context),
    subnets: subnets(context),
    securityGroups: securityGroups(context),
    networkAcls: networkAcls(context),
    addresses: addresses(context),
    instances: instances(context, plans),
    launchTemplates: launchTemplates(context),
    images: images(context),
    volumes: volumes(context, plans),
    snapshots: snapshots(context),
    transitGateways: transitGateways(context),
    clientVpnEndpoints: clientVpnEndpoints(context),
  }
}
