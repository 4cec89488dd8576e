import { fail, pass } from '../../../kit/index.ts'
import { label } from '../ec2/label.ts'
import { check } from './resources.ts'

export default check({
  id: 'vpc_vpn_connection_tunnels_up',
  title: 'Site-to-Site VPN connection has both tunnels up',
  description:
    'Reads the status of each tunnel of a Site-to-Site VPN connection, which has two tunnels for redundancy.',
  risk: 'With only one tunnel up, the next AWS maintenance or failure interrupts the connection. With no tunnel up, it is already interrupted.',
  decision:
    'Fails if a tunnel of an available connection is down, or if fewer than two tunnels are reported. Passes if all are up. The status is read at the time of the scan. Connections that are pending, being deleted or deleted give no finding.',
  fix: {
    text: 'Restore the tunnel. Its status shows the cause; often the second tunnel was never configured on the customer gateway device.',
    console: [
      'Open the VPC console, choose Site-to-Site VPN connections, and select the connection.',
      'On the Tunnel details tab, check the status and the details of the tunnel that is down.',
      'Choose Download configuration, and use it to configure both tunnels on the customer gateway device.',
      'Wait until the status of both tunnels is Up.',
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
      const some = down.length === tunnels.length ? 'all tunnels down' : 'a tunnel down'
      return fail(`${vpn} has ${some}: ${down.map(({ address }) => address).join(', ')}.`)
    }
    return tunnels.length > 1
      ? pass(`All ${tunnels.length} tunnels of ${vpn} are up.`)
      : fail(`${vpn} reports ${tunnels.length} of two tunnels.`)
  },
})
