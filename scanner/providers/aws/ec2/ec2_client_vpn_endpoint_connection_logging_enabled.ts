import { fail, pass } from '../../../kit/index.ts'
import { label } from './label.ts'
import { check } from './resources.ts'

export default check({
  id: 'ec2_client_vpn_endpoint_connection_logging_enabled',
  title: 'Client VPN endpoint has connection logging enabled',
  description: 'Reads whether each Client VPN endpoint logs client connections to CloudWatch Logs.',
  risk: 'If a certificate or password is stolen, you cannot determine whether or when it was used to enter the network.',
  decision:
    'Passes if connection logging is enabled, and fails if it is disabled. Endpoints that are being deleted or are deleted give no finding.',
  fix: {
    text: 'Enable connection logging and specify a CloudWatch Logs log group.',
    console: [
      'Open the VPC console, choose Client VPN endpoints, and select the endpoint.',
      'Choose Actions, and then choose Modify client VPN endpoint.',
      'Turn on Enable log details on client connections, and choose a log group.',
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
      ? pass(`${label(id, name)} has connection logging enabled.`)
      : fail(`${label(id, name)} has connection logging disabled.`)
  },
})
