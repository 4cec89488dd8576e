import type { Service } from '../call.ts'
import { recogniseForm } from '../inputs.ts'
import { describeRegions } from './regions.ts'

export const ec2: Service = {
  name: 'ec2',
  prefix: 'ec2',
  protocol: 'ec2',
  refusals: 'ec2',
  xmlns: 'http://ec2.amazonaws.com/doc/2016-11-15/',
  recognise: recogniseForm('2016-11-15'),
  operations: { DescribeRegions: describeRegions },
}
