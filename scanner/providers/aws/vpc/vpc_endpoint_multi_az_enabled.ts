import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_endpoint_multi_az_enabled',
  title: 'Interface endpoint stands in more than one Availability Zone',
  description:
    'Counts the subnets in which each interface endpoint has a network interface; it can have one in each Availability Zone.',
  risk: 'When the endpoint’s only zone fails, no zone of the VPC reaches the service behind it any more.',
  decision:
    'Passes when an interface endpoint has subnets in two Availability Zones or more: AWS allows one subnet for each zone, so that two subnets are two zones. Fails when it has one. Endpoints of other types, those that are not available, and those that a service of AWS made for itself give no finding.',
  fix: {
    text: 'Add a subnet in a further Availability Zone to the endpoint.',
    console: [
      'Open the VPC console, choose Endpoints, and select the endpoint.',
      'Choose Actions, then Manage subnets.',
      'Select a subnet in each further Availability Zone, and choose Modify subnets.',
    ],
    cli: 'aws ec2 modify-vpc-endpoint --vpc-endpoint-id <endpoint id> --add-subnet-ids <subnet id>',
    terraform: `resource "aws_vpc_endpoint" "queues" {
  vpc_id            = aws_vpc.main.id
  service_name      = "com.amazonaws.eu-central-1.sqs"
  vpc_endpoint_type = "Interface"
  subnet_ids        = [aws_subnet.private["a"].id, aws_subnet.private["b"].id]
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/privatelink/create-interface-endpoint.html',
  over: 'endpoints',
  needs: [],
  judge: ({ endpoint_id: id, name, type, state, managed, subnet_ids: subnets }) => {
    if (type !== 'Interface' || managed || state.toLowerCase() !== 'available') return []
    return subnets.length > 1
      ? pass(`${label(id, name)} stands in ${subnets.length} Availability Zones.`)
      : fail(`${label(id, name)} stands in one Availability Zone only.`)
  },
})
