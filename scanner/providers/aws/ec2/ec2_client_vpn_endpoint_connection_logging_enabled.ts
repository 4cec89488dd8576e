import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_client_vpn_endpoint_connection_logging_enabled',
  title: 'Client VPN endpoint logs its connections',
  description:
    'Reads whether each Client VPN endpoint writes who connected, from where and for how long to CloudWatch Logs.',
  risk: 'When somebody’s certificate or password is stolen, nobody can tell whether and when it was used to enter the network.',
  decision:
    'Passes when connection logging is on and fails when it is off. Endpoints that are being deleted or are gone give no finding.',
  fix: {
    text: 'Turn on connection logging with a log group of CloudWatch Logs.',
    console: [
      'Open the VPC console, choose Client VPN endpoints, and select the endpoint.',
      'Choose Actions, then Modify client VPN endpoint.',
      'Enable log details on client connections, and choose a log group.',
      'Choose Modify client VPN endpoint.',
    ],
    cli: 'aws ec2 modify-client-vpn-endpoint --client-vpn-endpoint-id <endpoint id> --connection-log-options Enabled=true,CloudwatchLogGroup=<log group>',
    terraform: `resource "aws_ec2_client_vpn_endpoint" "staff" {
  client_cidr_block      = "10.90.0.0/22"
  server_certificate_arn = aws_acm_certificate.vpn.arn
  authentication_options {
    type                       = "certificate-authentication"
    root_certificate_chain_arn = aws_acm_certificate.clients.arn
  }
  connection_log_options {
    enabled              = true
    cloudwatch_log_group = aws_cloudwatch_log_group.vpn.name
  }
}`,
  },
  source: 'https://docs.aws.amazon.com/vpn/latest/clientvpn-admin/what-is-connection-logging.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-51'],
  over: 'clientVpnEndpoints',
  needs: ['connection_log'],
  judge: ({ endpoint_id: id, name, state, connection_log: logs }) => {
    if (state === 'deleting' || state === 'deleted') return []
    return logs
      ? pass(`${label(id, name)} logs its connections.`)
      : fail(`${label(id, name)} logs none of its connections.`)
  },
})
