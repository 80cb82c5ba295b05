/**
 * Shapes that the server sends and the tablet's modules share. Types only: nothing here runs.
 *
 * @typedef {"A"|"B"} Side
 * @typedef {Record<Side, number>} Points
 *
 * @typedef {object} Target one way a protest can end, as the rulebook offers it
 * @property {number|null} number jugada whose points are taken back
 * @property {Points} points
 * @property {Points} [score]
 * @property {string} line
 * @property {string} label what is protested
 *
 * @typedef {object} Choice one jugada that the rulebook knows, allowed now or refused with its reason
 * @property {string} jugada word of the notation
 * @property {Side|null} subject
 * @property {"procede"|"no-procede"|null} [finding] how a protest ends
 * @property {string} label
 * @property {string|null} line whole line of the notation, null while something must still be asked for
 * @property {string[]} needs what must be asked for
 * @property {boolean} allowed
 * @property {Points|null} points
 * @property {Points|null} score
 * @property {boolean} closes
 * @property {string[]} [ranks] of which a ronda may still be
 * @property {number|null} [cards] what a conteo adds up to, or the most an arranche takes
 * @property {number} [step] what the points of an ajusta are multiples of
 * @property {Target[]} [targets]
 * @property {number|null} [last] the jugada that an anula without reason takes back
 * @property {string|null} [note] what the Juez should bear in mind
 * @property {string|null} [code]
 * @property {string|null} [message]
 * @property {string|null} [article]
 *
 * @typedef {object} Chica
 * @property {number} A
 * @property {number} B
 * @property {Side} ganador
 * @property {boolean} zapateria
 *
 * @typedef {object} State the result of `notation.md`
 * @property {string} reglamento
 * @property {string} estado
 * @property {Points} marcador
 * @property {Chica[]} chicas
 * @property {Points} ganadas
 * @property {number} data
 * @property {number} reparto
 * @property {string|null} reparte
 * @property {Side|null} ganador
 * @property {string|null} motivo
 *
 * @typedef {object} LogRow a row the server has acknowledged
 * @property {number} seq
 * @property {string} notation
 * @property {string} label
 * @property {Points} points
 * @property {Points} score
 * @property {number|null} annulled_by
 * @property {number} chica
 * @property {number} data
 *
 * @typedef {object} Pareja
 * @property {number} number
 * @property {string} name
 * @property {string} club
 * @property {string[]} players
 * @property {number} representative position of who was inscribed to sign
 *
 * @typedef {object} Lease
 * @property {boolean} mine
 * @property {string|null} holder
 * @property {number} [epoch]
 *
 * @typedef {object} MesaSummary a row of "mis mesas"
 * @property {number} fixture
 * @property {string|null} id
 * @property {number|null} table
 * @property {string} round
 * @property {string|null} estado
 * @property {string} status
 * @property {Record<Side, Pareja>} parejas
 * @property {Lease} lease
 *
 * @typedef {object} Signature
 * @property {"A"|"B"|"juez"} party
 * @property {string} outcome
 * @property {string} name
 * @property {string} signed_at
 *
 * @typedef {object} Planilla
 * @property {number} version
 * @property {string} status
 * @property {string} fingerprint
 * @property {string} digest
 * @property {Signature[]} signatures
 *
 * @typedef {object} MesaPayload everything about one mesa
 * @property {string} id
 * @property {number} lease_epoch
 * @property {number|null} table
 * @property {string} round
 * @property {{slug: string, name: string, reglamento: {key: string, name: string, chicas: number, turn: string}}} championship
 * @property {Record<Side, Pareja>} parejas
 * @property {string[]} seats
 * @property {Record<Side, number>} representatives
 * @property {Lease} lease
 * @property {{seq: number, hash: string}} head
 * @property {State} state
 * @property {Choice[]} legal
 * @property {LogRow[]} log
 * @property {Planilla|null} planilla
 *
 * @typedef {object} Preview what a jugada would do
 * @property {Points} points
 * @property {Points} score
 * @property {boolean} closes
 * @property {string} estado
 * @property {string} text
 *
 * @typedef {object} LiftAsked cards as they lay, were thrown and were lifted
 * @property {string[]} table
 * @property {string} card
 * @property {string[]} lifted
 * @property {string|null} previous what the player before had thrown, if that was lifted
 * @property {boolean} redealt
 *
 * @typedef {object} Verdict what the rulebook says of a levante
 * @property {boolean} right
 * @property {Finding[]} findings all there is to say, the judgement first
 *
 * @typedef {{client_id: string, notation: string, device_ts: string}} CardSent
 * @typedef {{code: string, message: string, article: string}} Finding
 * @typedef {{kind: string, cards: string[], escalera: string[], limpia: boolean}} Capture
 * @typedef {{rank: string, left: number, captures: Capture[]}} CardKey
 *
 * @typedef {object} Proposal a jugada that the last card comes to
 * @property {string} line
 * @property {string} label
 * @property {string} text what it would do, in words
 * @property {string|null} subject
 * @property {Points|null} points
 * @property {boolean} closes
 * @property {number|null} seq its row of the log, once it is there
 * @property {Finding|null} problem why it cannot be recorded now
 *
 * @typedef {object} CardsAnswer the cards of the data in play
 * @property {number} seq rows of the whole mesa
 * @property {number} log_seq jugadas of the log that this is true of
 * @property {string} estado
 * @property {number} data
 * @property {number} reparto
 * @property {string|null} turn
 * @property {number} thrown
 * @property {number} deck
 * @property {string[]} table
 * @property {Points} piles
 * @property {string[]} withdrawn
 * @property {CardKey[]} keys
 * @property {{seq: number, notation: string}[]} rows
 * @property {Proposal[]} proposals
 * @property {string[]} offers lines that may follow besides a card
 * @property {Finding[]} findings what was wrong with the last levante, if anything
 *
 * @typedef {object} Session who signed in on this tablet
 * @property {string} token
 * @property {{id: number, name: string}} device
 * @property {{name: string}} user
 * @property {{slug: string, name: string, reglamento: {key: string, name: string, turn: string}}|null} championship
 *
 * @typedef {object} Pending a jugada tapped here that the server has not acknowledged
 * @property {string} clientId
 * @property {string|null} line null for an undo whose target is not known yet
 * @property {string} label
 * @property {Side|null} subject
 * @property {Points|null} points what `legal` promised for it
 * @property {string} key button it came from
 * @property {string|null} after clientId of the one it depends on
 * @property {number} at milliseconds since the epoch, by the tablet's clock
 * @property {number} tries how often it may have reached the server
 *
 * @typedef {Pending & {code: string, message: string, article: string|null}} Refused
 *
 * @typedef {object} View a screen or a sheet
 * @property {() => unknown} render
 * @property {() => void} [closed]
 * @property {string} [title]
 */

export {};
