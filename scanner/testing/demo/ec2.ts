/** EC2 resources of the demo account, by region. */
import type { Ec2Region } from '../aws/ec2/state.ts'
import type { Ago } from './facts.ts'
import { frankfurt } from './frankfurt.ts'
import { machine, optional, withMachines } from './machines.ts'
import { anywhere, group, idOf, networkOf, open, region } from './networks.ts'
import { virginia } from './virginia.ts'

/** Ireland: a standby for the web tier, and a database that a developer made accessible from home. */
const ireland = (ago: Ago): Ec2Region => {
  const [name, mark] = ['eu-west-1', 'd0b']
  const { vpcId } = networkOf(name, mark)
  const base = withMachines(
    region(name, mark, false),
    [
      group(idOf('sg', mark, 1), vpcId, 'web', [open(443, 443, anywhere)]),
      group(idOf('sg', mark, 2), vpcId, 'reporting', [open(3306), open(27_017, 27_018, ['::/0'])]),
    ],
    [
      machine(name, mark, 1, ago(60), { name: 'web-standby', groups: [1], publicHost: 51 }),
      machine(name, mark, 2, ago(240), {
        name: 'reporting',
        groups: [2],
        publicHost: 52,
        differs: optional,
      }),
    ],
  )
  return { ...base, ebsEncryptionByDefault: true, snapshotBlockPublicAccess: 'block-new-sharing' }
}

export const demoEc2 = (ago: Ago): Record<string, Ec2Region> => ({
  'eu-central-1': frankfurt(ago),
  'us-east-1': virginia(ago),
  'eu-west-1': ireland(ago),
  'us-west-2': region('us-west-2', '0dd', true),
  'ap-southeast-2': region('ap-southeast-2', '5d2', true),
})
