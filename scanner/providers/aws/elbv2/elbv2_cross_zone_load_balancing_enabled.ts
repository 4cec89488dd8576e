import { fail, pass } from '../../../kit/index.ts'
import { check, called } from './resources.ts'

export default check({
  id: 'elbv2_cross_zone_load_balancing_enabled',
  title: 'Network or gateway load balancer spreads traffic over all zones',
  description:
    'Reads whether each network and gateway load balancer sends traffic to targets in every zone, or only to those in the zone where it arrived.',
  risk: 'A zone with few healthy targets is overrun while the others idle, and its visitors see failures that nobody else sees.',
  decision:
    'Fails when the attribute load_balancing.cross_zone.enabled is false, AWS’s default for these types, and passes when it is true. Application load balancers always cross zones and give no finding. Target groups with a setting of their own are not looked at.',
  fix: {
    text: 'Turn on cross-zone load balancing.',
    console: [
      'Open EC2, choose Load Balancers, and choose the network or gateway load balancer.',
      'On the tab Attributes choose Edit.',
      'Under Availability Zone routing configuration enable cross-zone load balancing, then choose Save changes.',
    ],
    cli: 'aws elbv2 modify-load-balancer-attributes --load-balancer-arn <load-balancer-arn> --attributes Key=load_balancing.cross_zone.enabled,Value=true',
    terraform: `resource "aws_lb" "feed" {
  name                             = "feed"
  load_balancer_type               = "network"
  subnets                          = var.public_subnet_ids
  enable_cross_zone_load_balancing = true
}`,
  },
  source:
    'https://docs.aws.amazon.com/elasticloadbalancing/latest/network/edit-load-balancer-attributes.html',
  over: 'loadBalancers',
  needs: ['attributes'],
  judge: (it) => {
    const { cross_zone: crosses } = it.attributes
    if (crosses === null) return []
    return crosses
      ? pass(`${called(it)} spreads traffic over the targets of all its zones.`)
      : fail(`${called(it)} keeps traffic in the zone in which it arrives.`)
  },
})
