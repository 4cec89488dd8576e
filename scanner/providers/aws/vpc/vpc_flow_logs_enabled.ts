import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_flow_logs_enabled',
  title: 'VPC records its traffic in flow logs',
  description:
    'Reads the flow logs of each VPC as a whole: whether one is active, delivers what it records, and records at least the traffic that was turned away.',
  risk: 'After an intrusion nobody can say which machines were scanned, which answered, and where the data went.',
  decision:
    'Passes when the VPC itself has an active flow log that records rejected or all traffic and whose last delivery did not fail. Fails when it has none, when those it has record only accepted traffic, are not active, or cannot deliver. Flow logs of single subnets or interfaces do not count, for what is created tomorrow is not in them. VPCs that another account shares are not judged.',
  fix: {
    text: 'Create a flow log for the VPC that records all traffic, and see that its records arrive.',
    console: [
      'Open the VPC console, choose Your VPCs, and select the VPC.',
      'On the tab Flow logs, choose Create flow log.',
      'Set Filter to All, and choose a log group with its role or an S3 bucket as the destination.',
      'Choose Create flow log; after ten minutes see that its status says Active without an error.',
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
    if (active.length === 0) return fail(`${vpc} has no flow log that is active.`)
    const recording = active.filter(({ traffic }) => traffic !== 'ACCEPT')
    if (recording.length === 0) {
      return fail(`${vpc} records accepted traffic only, and nothing of what it rejects.`)
    }
    const [good] = recording.filter(({ delivery_error: error }) => error === null)
    if (good) return pass(`${vpc} records its traffic (${good.traffic}) in ${good.flow_log_id}.`)
    const errors = recording.map((it) => `${it.flow_log_id}: ${it.delivery_error}`)
    return fail(`${vpc} has flow logs whose records cannot be delivered (${errors.join('; ')}).`)
  },
})
