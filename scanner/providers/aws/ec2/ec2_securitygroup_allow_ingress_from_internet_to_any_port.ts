import { fail, pass } from '../../../kit/index.ts'
import { groupVerdict, rulesGuide } from './group-ingress.ts'
import { label } from './label.ts'
import { anyReach, openings, prefixListJoin } from './openings.ts'
import { check } from './resources.ts'

const types: readonly string[] = ['api_gateway_managed', 'network_load_balancer', 'vpc_endpoint']
// Application and Classic Load Balancers have plain interfaces of this owner.
const owners: readonly string[] = ['amazon-elb']

export default check({
  id: 'ec2_securitygroup_allow_ingress_from_internet_to_any_port',
  title: 'Security group opens nothing to the internet, except for front doors',
  description:
    'Reads the inbound rules of each security group and what it is attached to, and asks whether anything but load balancers and the like can be reached from the internet.',
  risk: 'Every port that everyone may reach is a service that has to withstand everyone; load balancers and gateways are made for that, single machines seldom are.',
  decision:
    'Passes when the rules let no internet in: for no port an eighth or more of the public IPv4 addresses or of 2000::/3, by ranges or prefix lists, in one rule or in several. A group that does, by any port or protocol, ICMP included, passes only when all it is attached to are front doors: interfaces whose type is in `ec2_allowed_interface_types` (api_gateway_managed, network_load_balancer and vpc_endpoint unless configured) or whose owner is in `ec2_allowed_instance_owners` (amazon-elb unless configured). Otherwise it fails, also when attached to nothing. Where the attachments or a prefix list could not be read there is no verdict but a gap in coverage.',
  fix: {
    text: 'Put what must be public behind a load balancer, and let its members in by the load balancer’s security group only.',
    console: [
      'Open Amazon EC2, choose Load Balancers, and make one whose own security group is open on the public port.',
      'Register the machines with a target group of it, and point names to it.',
      'Under Security Groups, open the machines’ group and choose Edit inbound rules.',
      'Add the port with the load balancer’s group as its source, delete the rules for 0.0.0.0/0 and ::/0, and choose Save rules.',
    ],
    cli: 'aws ec2 authorize-security-group-ingress --group-id <group> --protocol tcp --port <port> --source-group <group of the load balancer> && aws ec2 revoke-security-group-ingress --group-id <group> --security-group-rule-ids <rule>',
    terraform: `resource "aws_vpc_security_group_ingress_rule" "from_load_balancer" {
  security_group_id            = aws_security_group.app.id
  referenced_security_group_id = aws_security_group.load_balancer.id
  ip_protocol                  = "tcp"
  from_port                    = 8443
  to_port                      = 8443
}`,
    url: rulesGuide,
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
})
