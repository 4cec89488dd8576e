// Ports in the texts of checks, and in their Terraform.
import type { Ports } from './openings.ts'

const listed = (numbers: readonly number[]): string =>
  numbers.length === 1 ? `${numbers[0]}` : `${numbers.slice(0, -1).join(', ')} or ${numbers.at(-1)}`

const byProtocol = (ports: Ports): readonly [string, readonly number[]][] => Object.entries(ports)

/** `TCP 139 or 445, or UDP 137 or 138`. */
export const anyOf = (ports: Ports): string =>
  byProtocol(ports)
    .map(([protocol, numbers]) => `${protocol.toUpperCase()} ${listed(numbers)}`)
    .join(', or ')

/** `the usual ports of SSH`, with the singular for one port. */
export const usual = (what: string, ports: Ports): string =>
  `the usual ${byProtocol(ports).flatMap(([, numbers]) => numbers).length > 1 ? 'ports' : 'port'} of ${what}`

/** An identifier for Terraform: `sql_server`. */
export const identifier = (what: string): string => what.toLowerCase().replaceAll(' ', '_')

/** The inbound rules of a group in Terraform, as blocks, which remove every rule that is not listed. */
export function inboundBlocks(ports: Ports, source: string, value: string): string {
  const opened = byProtocol(ports).flatMap(([protocol, numbers]) =>
    numbers.map((port) => ({ protocol, port })),
  )
  const rule = (protocol: string, port: string) =>
    Object.entries({ protocol, from_port: port, to_port: port, [source]: value }).map(
      ([name, set]) => `${name.padEnd(source.length)} = ${set}`,
    )
  const [first] = opened
  if (first && opened.length === 1) {
    const lines = rule(`"${first.protocol}"`, `${first.port}`)
    return `  ingress {\n    ${lines.join('\n    ')}\n  }`
  }
  const each = opened.map(({ protocol, port }) => `"${protocol} ${port}"`)
  const lines = rule('split(" ", ingress.value)[0]', 'split(" ", ingress.value)[1]')
  return [
    '  dynamic "ingress" {',
    `    for_each = [${each.join(', ')}]`,
    '    content {',
    ...lines.map((line) => `      ${line}`),
    '    }',
    '  }',
  ].join('\n')
}
