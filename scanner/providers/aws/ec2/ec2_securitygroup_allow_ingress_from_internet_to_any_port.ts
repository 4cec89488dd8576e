import { fail, pass } from '../../../kit/index.ts'
import { closeFix, groupVerdict } from './group-ingress.ts'
import { label } from './label.ts'
import { anyReach, openings, prefixListJoin } from './openings.ts'
import { check } from './resources.ts'
import { lookingUp } from './unlisted.ts'

const types: readonly string[] = ['api_gateway_managed', 'vpc_endpoint']
const owners: readonly string[] = ['amazon-elb']

export default lookingUp(
  check({
    id: 'ec2_securitygroup_allow_ingress_from_internet_to_any_port',
    title: 'Security group opens nothing to the internet, except for front doors',
    risk: 'Every port that everyone may reach is a service that has to withstand everyone; load balancers and gateways are made for that, single machines seldom are.',
    fix: {
      ...closeFix,
      text: 'Put what must be public behind a load balancer, and let its members in by the load balancer’s security group only.',
    },
    source: 'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-18',
    over: 'securityGroups',
    needs: ['ingress', 'attachments'],
    config: { ec2_allowed_interface_types: types, ec2_allowed_instance_owners: owners },
    with: prefixListJoin,
    judge: (group, { config, joined: { prefixLists } }) => {
      const found = openings(group.ingress, anyReach, prefixLists)
      const verdict = groupVerdict(group, 'every port', found)
      if (verdict.status === 'PASS' || group.attachments.length === 0) return verdict
      const exposed = group.attachments.find(
        ({ type, owner }) =>
          !config.ec2_allowed_interface_types.includes(type) &&
          !(owner && config.ec2_allowed_instance_owners.includes(owner)),
      )
      return exposed
        ? fail(`${verdict.sentence.slice(0, -1)}, and ${exposed.interface_id} is no front door.`)
        : pass(`${label(group.group_id, group.name)} is open to the internet on front doors only.`)
    },
  }),
)
