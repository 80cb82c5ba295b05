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
 * @property {string} label what is protested, or the data that is repeated
 * @property {Ask|null} [ask]
 *
 * @typedef {{text: string, line: string}} Ask what the log makes implausible, and the line that says that it is right
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
 * @property {string[]} [subjects] who may be named as dealer, or whose the cards left at a conteo may be
 * @property {string[]} [ranks] of which a ronda may still be
 * @property {Record<string, string>} [figures] of a sorteo: what the deck calls its figures
 * @property {number|null} [cards] what a conteo adds up to, or the most an arranche takes
 * @property {number} [step] what the points of an ajusta are multiples of
 * @property {Target[]} [targets]
 * @property {number|null} [last] the jugada that an anula without reason takes back
 * @property {string|null} [note] what the Juez should bear in mind
 * @property {string} [hold] of a ronda: what the players are told while one waits to be verified
 * @property {Ask|null} [ask]
 * @property {string} [cause] of a resumption: why the mesa is suspended
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
 * @property {string} client_id
 * @property {string|null} device_ts
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
 * @property {string|null} [juez] who is at the tablet that holds it
 * @property {string|null} [last_at] when the server had the last jugada
 * @property {number} [epoch]
 *
 * @typedef {object} MesaSummary a row of "mis mesas"
 * @property {number} fixture
 * @property {string|null} id
 * @property {number|null} table
 * @property {string} round
 * @property {string|null} estado
 * @property {string} status
 * @property {boolean} sealed
 * @property {Record<Side, Pareja>} parejas
 * @property {Lease} lease
 *
 * @typedef {object} Signature
 * @property {"A"|"B"|"juez"} party
 * @property {string} outcome
 * @property {string} name
 * @property {string} signed_at
 * @property {boolean} [pending]
 *
 * @typedef {object} Planilla
 * @property {number} version
 * @property {string} status
 * @property {string} fingerprint
 * @property {string} digest
 * @property {Signature[]} signatures
 * @property {boolean} [pending] acts on this tablet that the server does not have yet are in it
 *
 * @typedef {{version: number, reason: string, unsigned: string}} Correction a ruling that opened a sealed version
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
 * @property {Correction|null} [correction]
 * @property {string} [public_url] where telephones find this site; in practice there is none
 * @property {import('./engine/engine.js').Header} header
 *
 * @typedef {object} Preview what a jugada would do
 * @property {Points} points
 * @property {Points} score
 * @property {boolean} closes
 * @property {string} estado
 * @property {string} text
 * @property {Ask|null} [ask]
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
 * @property {Ask|null} ask
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
 * @typedef {object} Person somebody of the championship, and how his PIN is checked
 * @property {number} user
 * @property {string} name
 * @property {string} kind
 * @property {number|null} digits of his PIN, null while he has none
 * @property {string|null} verifier null where only the server can check it
 *
 * @typedef {object} Session the tablet, and who is at it: nobody yet on one that was paired
 * @property {string} token
 * @property {{id: number, name: string, paired: boolean, table: number|null, signs: boolean}} device signs: the server has its key
 * @property {{id: number, name: string}|null} user
 * @property {Person[]} roster
 * @property {string} salt of all PINs of the championship, in hex
 * @property {string} device_salt of all proofs of PINs that this tablet makes, in hex
 * @property {number} iterations
 * @property {string} people changes when the roster does
 * @property {string} server_time
 * @property {string|null} [entering] proof of a PIN that the server has not seen yet
 * @property {boolean} [leaving] somebody left, and the server does not know yet
 * @property {{slug: string, name: string, reglamento: {key: string, name: string, turn: string}}|null} championship
 *
 * @typedef {{code: string, message: string, article: string|null}} Why
 *
 * @typedef {object} Item what was touched here, is on this tablet's disk, and the server has not acknowledged
 * @property {number} order its place in the outbox
 * @property {string} mesa
 * @property {number} epoch of the lease under which it was touched
 * @property {"jugada"|"act"} kind
 * @property {string} clientId
 * @property {number} at milliseconds since the epoch, by the tablet's clock
 * @property {string} label
 * @property {string|null} line of a jugada; null for an undo that nobody could say yet what it undoes
 * @property {number|null} seq the number that the jugada will have if nothing else comes into the log
 * @property {Side|null} subject
 * @property {Points|null} points what `legal` promised for it
 * @property {string} key button it came from
 * @property {string|null} after clientId of the one it depends on
 * @property {"freeze"|"reopen"|"sign"} [act]
 * @property {any} [body] of the act, as it is sent
 * @property {string} [signed] what the key of this tablet says of the jugada as it is, on top of what was known then
 *
 * @typedef {Item} Pending
 * @typedef {Item & Why & {seen: boolean, kept: boolean}} Aside not recorded: waits until a person `seen` it and the server `kept` it
 * @typedef {Item & Why} Refused
 *
 * @typedef {object} KeptFold what the pending jugadas `ids` come to on top of `base` rows; `log` has the rows from `from` on
 * @property {number} base
 * @property {string[]} ids
 * @property {State} state
 * @property {Choice[]} legal
 * @property {number} from
 * @property {LogRow[]} log
 *
 * @typedef {object} QuarantineItem what a tablet saved and the log did not take
 * @property {string} client_id
 * @property {"jugada"|"naipe"|"acto"} kind
 * @property {string} notation
 * @property {string} label
 * @property {string} side
 * @property {number|null} number what it was on its tablet
 * @property {string|null} device
 * @property {string|null} device_ts
 * @property {number} lease_epoch
 * @property {string} why_code
 * @property {string} why
 * @property {"espera"|"incorporada"|"descartada"} outcome
 * @property {number|null} seq its row of the log
 * @property {string} refusal what the rules said when somebody wanted to incorporate it
 * @property {string} reason
 * @property {string|null} decided_by
 *
 * @typedef {{lease_epoch: number, since: number, waiting: number, items: QuarantineItem[], refused: string}} QuarantineAnswer
 *
 * @typedef {object} View a screen or a sheet
 * @property {() => unknown} render
 * @property {() => void} [closed]
 * @property {() => Promise<void>} [again] with other words
 * @property {string} [title]
 */

export {};
