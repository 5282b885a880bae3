import type { Component } from '@millrace/contract'
import { mapFieldsName } from '@millrace/contract/components/mapping.rule'

/** Whether it is the block whose settings are edited as a mapping. */
export const isMapFields = ({ readyMade, name }: Component): boolean => readyMade === true && name === mapFieldsName
