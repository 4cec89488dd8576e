import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_vpn_connection_tunnels_up',
  title: 'Both tunnels of a site-to-site VPN are up',
  description:
    'Reads the status that AWS reports for each tunnel of a site-to-site VPN connection, which has two so that one may fail or be maintained.',
  risk: 'With one tunnel left, the next maintenance by AWS or the next fault cuts the office off; with none it is cut off already.',
  decision:
    'Fails when a tunnel of an available connection is down, or when fewer than two are reported. Passes when all are up. It is the status at the moment of the scan. Connections that are pending, being deleted or deleted give no finding.',
  fix: {
    text: 'Bring the tunnel up again: its status tells what is missing, most often the second tunnel was never configured on the customer’s device.',
    console: [
      'Open the VPC console, choose Site-to-Site VPN connections, and select the connection.',
      'On the tab Tunnel details, read the status and the details of the tunnel that is down.',
      'Choose Download configuration, and configure both tunnels on the customer gateway device with it.',
      'Wait until both tunnels say Up.',
    ],
    cli: 'aws ec2 modify-vpn-tunnel-options --vpn-connection-id <vpn id> --vpn-tunnel-outside-ip-address <tunnel address> --tunnel-options \'{"StartupAction":"start","DPDTimeoutAction":"restart"}\'',
    terraform: `resource "aws_vpn_connection" "office" {
  customer_gateway_id        = aws_customer_gateway.office.id
  vpn_gateway_id             = aws_vpn_gateway.main.id
  type                       = "ipsec.1"
  tunnel1_startup_action     = "start"
  tunnel2_startup_action     = "start"
  tunnel1_dpd_timeout_action = "restart"
  tunnel2_dpd_timeout_action = "restart"
}`,
  },
  source: 'https://docs.aws.amazon.com/vpn/latest/s2svpn/VPNTunnels.html',
  links: ['https://docs.aws.amazon.com/securityhub/latest/userguide/ec2-controls.html#ec2-20'],
  over: 'vpnConnections',
  needs: ['tunnels'],
  judge: ({ connection_id: id, name, state, tunnels }) => {
    if (state !== 'available') return []
    const vpn = label(id, name)
    const down = tunnels.filter(({ up }) => !up)
    if (down.length > 0) {
      const some = down.length === tunnels.length ? 'no tunnel that is up' : 'a tunnel that is down'
      return fail(`${vpn} has ${some}: ${down.map(({ address }) => address).join(', ')}.`)
    }
    return tunnels.length > 1
      ? pass(`All ${tunnels.length} tunnels of ${vpn} are up.`)
      : fail(`${vpn} reports ${tunnels.length} of its two tunnels.`)
  },
})
