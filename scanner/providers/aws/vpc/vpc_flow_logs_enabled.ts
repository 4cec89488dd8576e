import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_flow_logs_enabled',
  title: 'VPC has flow logs enabled',
  description:
    'Reads the flow logs of each VPC: whether one is active, delivers its records and captures at least rejected traffic.',
  risk: 'Without flow logs, you cannot determine after an intrusion which hosts were scanned, which responded, and where data was sent.',
  decision:
    'Passes if the VPC has an active flow log that captures rejected or all traffic and its last delivery did not fail. Fails if the VPC has no flow log, or if its flow logs capture only accepted traffic, are not active or cannot deliver. Flow logs of individual subnets or interfaces do not count, because they do not include resources that are created later. VPCs that other accounts share are not evaluated.',
  fix: {
    text: 'Create a flow log for the VPC that captures all traffic, and verify that its records are delivered.',
    console: [
      'Open the VPC console, choose Your VPCs, and select the VPC.',
      'On the Flow logs tab, choose Create flow log.',
      'Set Filter to All, and choose a log group with an IAM role or an S3 bucket as the destination.',
      'Choose Create flow log. After ten minutes, verify that its status is Active without an error.',
    ],
    cli: 'aws ec2 create-flow-logs --resource-type VPC --resource-ids <vpc id> --traffic-type ALL --log-destination-type s3 --log-destination <bucket arn>',
    terraform: `resource "aws_flow_log" "main" {
  vpc_id               = aws_vpc.main.id
  traffic_type         = "ALL"
  log_destination_type = "s3"
  log_destination      = aws_s3_bucket.flow_logs.arn
}`,
  },
  source: 'https://docs.aws.amazon.com/vpc/latest/userguide/flow-logs.html',
  links: [
    'https://docs.aws.amazon.com/vpc/latest/userguide/flow-logs-s3.html',
    'https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-6',
  ],
  over: 'vpcs',
  needs: ['flow_logs'],
  judge: ({ vpc_id: id, name, flow_logs: logs }) => {
    const vpc = label(id, name)
    const active = logs.filter(({ status }) => status === 'ACTIVE')
    if (logs.length === 0) return fail(`${vpc} has no flow log.`)
    if (active.length === 0) return fail(`${vpc} has no active flow log.`)
    const recording = active.filter(({ traffic }) => traffic !== 'ACCEPT')
    if (recording.length === 0) {
      return fail(`${vpc} has flow logs for accepted traffic only, not for rejected traffic.`)
    }
    const [good] = recording.filter(({ delivery_error: error }) => error === null)
    if (good) return pass(`${vpc} logs its traffic (${good.traffic}) to ${good.flow_log_id}.`)
    const errors = recording.map((it) => `${it.flow_log_id}: ${it.delivery_error}`)
    return fail(`${vpc} has flow logs that fail to deliver records (${errors.join('; ')}).`)
  },
})
