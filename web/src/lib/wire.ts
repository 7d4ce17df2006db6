// Written by `python -m boxseat.server.api_docs.typescript` from the server's records; change those, and write it again.

/** Dollars as the house writes them: "37.50". */
export type Dollars = string;
/** Dollars as the house reads them. */
export type Amount = string | number;
/** A rank and a suit: "AS", "TD". */
export type CardName = string;

export type Command = BuyIn | Sit | AskForBox | GiveUp | Leave | Lay | TakeBack | Ready | Cut | DeclineCut | DoInsure | DoEvenMoney | DoSurrender | DoSplit | DoDouble | DoForfeit | DoHit | DoStand | DoRefuse | Decline | Join | Pass | ExposeCards | AskComputer | DismissComputer | SetCards | OpenForPlay | FinalRounds | CloseTable | CutForHouse | ShuffleNow | ReserveBox | MarkBox | Restrict | VoidTheRound | InvalidateTheRound | VoidTheWagers | DeviceFailed | CardMissing | ForeignCardFound | CheckTheCards | DeferPayments | RaiseMinimum | ChangeLimits | EndOldMinimum | SetPrivateLimits | EndPrivateLimits | MarkLowLimit | RefuseWager | AnnounceClosure | ForPlayer | NoMoreBets | KeyCard | TurnCard | UndoCard | CloseTheOffer | PlayForAbsent | BurnCard | CardDrawnInError | CardTooMany | InsuranceForgotten | BurnForgotten | CutForgotten | ShuffleForgotten | RackForgotten | ReconstructRound | CorrectRecord | CardsShuffledByHand | CardsLoaded | CuttingCardSeen | ShoeIsEmpty | ChipsTouchedLate | Rebet | NotePatron | LinkPatron | LimitPlayersOnBox | LimitPlayersAtTable | HoldToMinimum | ReleaseFromMinimum | RestrictPerfectPairs | AllowResplit | RecordApproval | DealFaceDown | RecordCheck | VoidPastRound;

export type ServerFrame = HelloFrame | TableFrame | StreamFrame | AnswerFrame | PongFrame | ErrorFrame | EndedFrame;

export type ClientFrame = WatchFrame | UnwatchFrame | ResyncFrame | PingFrame | CommandFrame | StreamCommandFrame;

/** An account in the list for staff. */
export interface AccountSeen {
  readonly name: string;
  readonly role: 'player' | 'dealer' | 'supervisor' | 'gaming-manager' | 'tournament-manager' | 'inspector' | 'cage' | 'surveillance' | 'administrator';
  readonly guest: boolean;
  readonly disabled: boolean;
  readonly locked: boolean;
  readonly opened: number;
  readonly last_in: number;
}

/** A field of a command, as a form shows it. */
export interface ActField {
  readonly name: string;
  readonly kind: string;
  readonly required: boolean;
  readonly choices: readonly string[];
  readonly usual: string | boolean | number | null;
  readonly fields: readonly ActField[];
}

/** A command that a person's role may give. */
export interface ActSeen {
  readonly at: string;
  readonly do: string;
  readonly about: string;
  readonly fields: readonly ActField[];
  readonly clauses: Readonly<Record<string, string>>;
}

/** A hand that waits for a decision, with the value of every choice, best first. */
export interface AdviceSeen {
  readonly box: number;
  readonly what: string;
  readonly cards: readonly string[];
  readonly dealer: string;
  readonly choices: readonly WorthSeen[];
  readonly asked: Readonly<Record<string, unknown>>;
  readonly cannot: string;
}

/** Allow one more split of a box from the next round, or no longer. */
export interface AllowResplit {
  readonly do: 'allow-resplit';
  readonly on: boolean;
}

/** The amounts that may be laid, in dollars. */
export interface AmountSeen {
  readonly least: string;
  readonly most: string;
  readonly step: string;
}

/** Show by a sign when the table closes. */
export interface AnnounceClosure {
  readonly do: 'announce-closure';
  readonly closing: string;
}

/** Answer to a command: ``done``, ``refused``, ``behind`` or ``paused``. */
export interface AnswerFrame {
  readonly is: 'answer';
  readonly id: string;
  readonly answer: string;
  readonly version?: number;
  readonly code?: string;
  readonly clause?: string;
  readonly reason?: string;
  readonly result?: Readonly<Record<string, unknown>>;
}

/** The marks of an exercise, and the trainee's sheet with it. */
export interface AnswerMarked {
  readonly key: string;
  readonly is_right: boolean;
  readonly marks: readonly Mark[];
  readonly sheet: Sheet;
}

/** An option of a choice. */
export interface AnswerOption {
  readonly id: string;
  readonly label: string;
}

/** Ask for a computer player at a free box. */
export interface AskComputer {
  readonly do: 'ask-computer';
  readonly box: number;
  readonly kind?: 'chart' | 'loose' | 'perfect';
}

/** Ask for a box of a player who has several, if no box is free. */
export interface AskForBox {
  readonly do: 'ask-for-box';
}

/** The bankroll after a win or a loss, or after money came from the cage. */
export interface BankrollPoint {
  readonly seq: number;
  readonly at: number;
  readonly change: string;
  readonly bankroll: string;
}

/** A bar outside the rules as staff see it: not why. */
export interface BarForStaff {
  readonly player: string;
  readonly by: string;
  readonly since: number;
}

/** A side bet in two compared books. */
export interface BesideSeen {
  readonly bet: string;
  readonly first: BetSide;
  readonly second: BetSide;
}

/** The limits of a side bet; what is left out stays as it is. */
export interface BetLimits {
  readonly min?: Amount | null;
  readonly max?: Amount | null;
}

/** House edge of a side bet in one of two compared books. */
export interface BetSide {
  readonly house_edge: number | null;
  readonly clause: string;
}

/** Probability of the Super Bonus, and its value. */
export interface BonusFigures {
  readonly probability: number;
  readonly value_at_25: number;
}

/** House edge of one of two compared books. */
export interface BookEdge {
  readonly game: string;
  readonly decks: number;
  readonly house_edge: number;
}

/** A box in play. */
export interface BoxInPlay {
  readonly number: number;
  readonly controller: string;
  readonly hands: readonly HandSeen[];
  readonly insurance: readonly ChipsSeen[];
  readonly perfect_pairs: readonly ChipsSeen[];
  readonly super_sevens: readonly ChipsSeen[];
}

/** A box in the list of tables, and who sits there. */
export interface BoxLine {
  readonly number: number;
  readonly seated: string;
}

/** A box of the layout. */
export interface BoxSeen {
  readonly number: number;
  readonly seated: string;
  readonly reserved_for: string;
  readonly wanted_by: string;
  readonly maximum: string | null;
  readonly wagers: readonly WagerSeen[];
  readonly old_minimum: string | null;
}

/** The next card goes to the discard rack: it was found face up, or burnt by mistake. */
export interface BurnCard {
  readonly do: 'burn';
  readonly card: string;
  readonly because?: 'face-up' | 'in-error';
}

/** The first card was not burnt. */
export interface BurnForgotten {
  readonly do: 'burn-forgotten';
}

/** Buy chips with money from the wallet. */
export interface BuyIn {
  readonly do: 'buy-in';
  readonly amount: Amount;
}

/** Floats beside their books, orders of chips, and who deals where. */
export interface CageBooks {
  readonly cage: CageSeen;
  readonly floats: readonly FloatSeen[];
}

/** What everybody sees who handles floats: orders, and who deals where. */
export interface CageSeen {
  readonly orders: readonly OrderSeen[];
  readonly dealing: readonly DealerSeen[];
}

/** A card has left the shoe although nobody is due one. */
export interface CardDrawnInError {
  readonly do: 'draw-in-error';
  readonly card: string;
  readonly exposed?: boolean | null;
}

/** What became of a card that an irregularity kept from its place. It left the pack in its turn all the same. */
export interface CardFate {
  readonly place: number;
  readonly fate: 'burned' | 'carried' | 'set-aside';
  readonly record: number;
}

/** A player without a valid Player Card of their own. */
export interface CardFaultSeen {
  readonly player: string;
  readonly valid: boolean;
  readonly card_of: string;
  readonly since: number;
}

/** A card that lies where it should not, and the place in words. */
export interface CardLying {
  readonly card: string;
  readonly place: string;
}

/** A card of the pack is missing. */
export interface CardMissing {
  readonly do: 'missing-card';
  readonly reason?: string;
}

/** A card that lay in one place and belongs in another. */
export interface CardMoveSeen {
  readonly card: string;
  readonly before: string;
  readonly after: string;
}

/** A card was drawn to the dealer's complete hand. */
export interface CardTooMany {
  readonly do: 'extra-card';
  readonly card: string;
  readonly exposed?: boolean | null;
}

/** The cards were put into the shoe or device. */
export interface CardsLoaded {
  readonly do: 'loaded';
  readonly card?: string;
}

/** The shoe or device: its commitment, and how many cards are dealt. */
export interface CardsSeen {
  readonly shoe: string;
  readonly commitment: string;
  readonly cards_from: string;
  readonly shuffle: string;
  readonly size: number;
  readonly drawn: number;
  readonly cut: boolean;
  readonly cutting_card_out: boolean;
  readonly rounds: number;
  readonly rack: number;
}

/** The cards were shuffled. */
export interface CardsShuffledByHand {
  readonly do: 'shuffled';
}

/** A cell of a strategy chart. */
export interface CellSeen {
  readonly text: string;
  readonly action: string;
  readonly said: string;
  readonly value: CellValue | null;
}

/** Example hand of two cards for a cell, with the value of every action. */
export interface CellValue {
  readonly hand: string;
  readonly dealer: string;
  readonly actions: Readonly<Record<string, number>>;
  readonly best: string;
}

/** Change the limits from the next round; what is left out stays as it is. */
export interface ChangeLimits {
  readonly do: 'change-limits';
  readonly min?: Amount | null;
  readonly max?: Amount | null;
  readonly unit?: Amount | null;
  readonly perfect_pairs?: BetLimits | null;
  readonly super_sevens?: BetLimits | null;
}

/** A part of a chart, such as the hard totals. */
export interface ChartBlock {
  readonly title: string;
  readonly rows: readonly ChartRow[];
}

/** A row of a chart: one hand against every first card of the dealer. */
export interface ChartRow {
  readonly label: string;
  readonly cells: readonly CellSeen[];
}

/** Best strategy chart that a player can carry, as `boxseat strategy` finds it. */
export interface ChartSeen {
  readonly game: string;
  readonly decks: number;
  readonly house_edge: number;
  readonly best_house_edge: number;
  readonly gives_away: number;
  readonly exact: boolean;
  readonly columns: readonly string[];
  readonly blocks: readonly ChartBlock[];
  readonly meanings: readonly MeaningSeen[];
  readonly notes: readonly string[];
}

/** A check that a supervisor has recorded. */
export interface Check {
  readonly what: string;
  readonly by: string;
  readonly at: number;
  readonly player?: string;
  readonly note?: string;
}

/** Have the cards of a shuffling device checked after the round, because one was found face up. */
export interface CheckTheCards {
  readonly do: 'check-cards';
  readonly reason?: string;
}

/** A number of chips of one value. */
export interface ChipsPaid {
  readonly value: string;
  readonly number: number;
}

/** A player's chips in one place, in dollars. */
export interface ChipsSeen {
  readonly player: string;
  readonly amount: string;
}

/** Chips were added to a wager, or taken away, after the first card; it was put right, and the wager stands as it was. */
export interface ChipsTouchedLate {
  readonly do: 'late-chips';
  readonly box: number;
  readonly player: string;
  readonly more?: Amount | null;
  readonly less?: Amount | null;
}

/** A player's choice, or the house's for them. */
export interface ChoiceRecalled {
  readonly at: string;
  readonly box: number;
  readonly do: string;
  readonly amount?: string;
  readonly by_house?: boolean;
}

/** An action that the viewer may do now. */
export interface ChoiceSeen {
  readonly do: string;
  readonly box: number;
  readonly amount: AmountSeen | null;
  readonly co_bettors: readonly string[];
}

/** A clause, the clauses under it, and the values of the book that cite it. */
export interface ClauseAnswer {
  readonly clause: ClauseSeen;
  readonly under: readonly ClauseSeen[];
  readonly values: readonly (readonly [string, string])[];
  readonly before: string;
  readonly after: string;
}

/** A clause as in `boxseat rules --json`, with its section. */
export interface ClauseSeen {
  readonly instrument: string;
  readonly clause: string;
  readonly section: string;
  readonly summary: string;
  readonly way: 'attested' | 'enforced' | 'offered' | 'outside' | 'planned' | 'shown';
  readonly where: readonly string[];
  readonly tests: readonly string[];
  readonly rulings: readonly string[];
  readonly room: string;
  readonly why: string;
}

/** A row of the sheet, with what the register says of its clause. */
export interface ClauseTally {
  readonly row: SheetRow;
  readonly says: string;
}

/** Close the table: no new round begins, and one in play is finished. */
export interface CloseTable {
  readonly do: 'close';
}

/** Close the open offer, or the question whether others join; nobody else takes it. */
export interface CloseTheOffer {
  readonly do: 'close-offer';
}

/** An action that the viewer may not do now, and why. */
export interface ClosedSeen {
  readonly do: string;
  readonly box: number;
  readonly code: string;
  readonly clause: string;
  readonly reason: string;
}

/** A change that the sign shows before it comes into force. */
export interface ComingSeen {
  readonly what: string;
  readonly bet: string;
  readonly minimum: string;
  readonly at: number;
}

/** A command at a table, with its idempotency key and the table's version as the client saw it. */
export interface CommandAsked {
  readonly id: string;
  readonly version: number;
  readonly command: BuyIn | Sit | AskForBox | GiveUp | Leave | Lay | TakeBack | Ready | Cut | DeclineCut | DoInsure | DoEvenMoney | DoSurrender | DoSplit | DoDouble | DoForfeit | DoHit | DoStand | DoRefuse | Decline | Join | Pass | ExposeCards | AskComputer | DismissComputer | SetCards | OpenForPlay | FinalRounds | CloseTable | CutForHouse | ShuffleNow | ReserveBox | MarkBox | Restrict | VoidTheRound | InvalidateTheRound | VoidTheWagers | DeviceFailed | CardMissing | ForeignCardFound | CheckTheCards | DeferPayments | RaiseMinimum | ChangeLimits | EndOldMinimum | SetPrivateLimits | EndPrivateLimits | MarkLowLimit | RefuseWager | AnnounceClosure | ForPlayer | NoMoreBets | KeyCard | TurnCard | UndoCard | CloseTheOffer | PlayForAbsent | BurnCard | CardDrawnInError | CardTooMany | InsuranceForgotten | BurnForgotten | CutForgotten | ShuffleForgotten | RackForgotten | ReconstructRound | CorrectRecord | CardsShuffledByHand | CardsLoaded | CuttingCardSeen | ShoeIsEmpty | ChipsTouchedLate | Rebet | NotePatron | LinkPatron | LimitPlayersOnBox | LimitPlayersAtTable | HoldToMinimum | ReleaseFromMinimum | RestrictPerfectPairs | AllowResplit | RecordApproval | DealFaceDown | RecordCheck | VoidPastRound;
}

/** Carry out a command at a table. The id is an idempotency key: the same id again gets the same answer again. */
export interface CommandFrame {
  readonly id: string;
  readonly table: string;
  readonly version: number;
  readonly command: BuyIn | Sit | AskForBox | GiveUp | Leave | Lay | TakeBack | Ready | Cut | DeclineCut | DoInsure | DoEvenMoney | DoSurrender | DoSplit | DoDouble | DoForfeit | DoHit | DoStand | DoRefuse | Decline | Join | Pass | ExposeCards | AskComputer | DismissComputer | SetCards | OpenForPlay | FinalRounds | CloseTable | CutForHouse | ShuffleNow | ReserveBox | MarkBox | Restrict | VoidTheRound | InvalidateTheRound | VoidTheWagers | DeviceFailed | CardMissing | ForeignCardFound | CheckTheCards | DeferPayments | RaiseMinimum | ChangeLimits | EndOldMinimum | SetPrivateLimits | EndPrivateLimits | MarkLowLimit | RefuseWager | AnnounceClosure | ForPlayer | NoMoreBets | KeyCard | TurnCard | UndoCard | CloseTheOffer | PlayForAbsent | BurnCard | CardDrawnInError | CardTooMany | InsuranceForgotten | BurnForgotten | CutForgotten | ShuffleForgotten | RackForgotten | ReconstructRound | CorrectRecord | CardsShuffledByHand | CardsLoaded | CuttingCardSeen | ShoeIsEmpty | ChipsTouchedLate | Rebet | NotePatron | LinkPatron | LimitPlayersOnBox | LimitPlayersAtTable | HoldToMinimum | ReleaseFromMinimum | RestrictPerfectPairs | AllowResplit | RecordApproval | DealFaceDown | RecordCheck | VoidPastRound;
}

/** Differences between two books, as `boxseat compare --json`. */
export interface ComparisonSeen {
  readonly first: BookEdge;
  readonly second: BookEdge;
  readonly differences: readonly DifferenceSeen[];
  readonly interaction: number;
  readonly together: number;
  readonly beside: readonly BesideSeen[];
  readonly without_effect: readonly string[];
  readonly without_effect_said: readonly string[];
}

/** Correct the record of a round that was dealt rightly and keyed wrongly; the round is settled again. */
export interface CorrectRecord {
  readonly do: 'correct-record';
  readonly faults: readonly RecordFault[];
  readonly reason: string;
  readonly footage?: string;
  readonly number?: number | null;
}

/** A count of a float, beside its books. */
export interface CountSeen {
  readonly when: string;
  readonly counted: PiecesSeen;
  readonly books: string;
  readonly difference: string;
  readonly at: number;
  readonly by: string;
  readonly confirmed_by: string;
}

/** A name and a password. */
export interface Credentials {
  readonly name: string;
  readonly password: string;
}

/** Cut the cards: place the cutting card this many cards from the front of the stack. Of real cards, staff record who cut. */
export interface Cut {
  readonly do: 'cut';
  readonly place?: number;
  readonly by?: string;
}

/** Cut as a supervisor, if no player wants to cut. */
export interface CutForHouse {
  readonly do: 'cut-for-the-house';
  readonly place: number;
}

/** The cards were not cut before the round. */
export interface CutForgotten {
  readonly do: 'cut-missed';
}

/** The place of the cut, and who cut. */
export interface CutProof {
  readonly place: number;
  readonly by: 'house' | 'player' | 'supervisor';
}

/** The open offer to cut. */
export interface CutSeen {
  readonly player: string;
  readonly least: number;
  readonly most: number;
}

/** The place of the cutting card: drawn from the seed within the bounds of the rules. */
export interface CuttingCard {
  readonly behind: number;
  readonly least: number;
  readonly most: number;
}

/** The cutting card has come out of the shoe. */
export interface CuttingCardSeen {
  readonly do: 'cutting-card-out';
}

/** Have the first two cards of each player dealt face down from the next round, or face up again. */
export interface DealFaceDown {
  readonly do: 'face-down';
  readonly on: boolean;
  readonly inspector_approved?: boolean;
}

/** Who deals at a table, and since when. */
export interface DealerSeen {
  readonly table: string;
  readonly dealer: string;
  readonly since: number;
}

/** A decision, and what it lost compared with the best choice. */
export interface DecisionGraded {
  readonly box: number;
  readonly what: string;
  readonly cards: readonly string[];
  readonly dealer: string;
  readonly did: string;
  readonly best: string;
  readonly gave_away: number;
  readonly cost: string;
  readonly choices: readonly WorthSeen[];
  readonly asked: Readonly<Record<string, unknown>>;
}

/** A decision of the round, with its number in the round's record. */
export interface DecisionSeen {
  readonly step: number;
  readonly box: number;
  readonly do: string;
}

/** Decline the offer on a box: insurance, surrender, even money or forfeit. */
export interface Decline {
  readonly do: 'decline';
  readonly box: number;
}

/** Decline to cut; the next player is asked. */
export interface DeclineCut {
  readonly do: 'decline-cut';
}

/** Make interim payments at the final settlement, for one box or for all. */
export interface DeferPayments {
  readonly do: 'pay-at-end';
  readonly box?: number | null;
  readonly reason?: string;
}

/** The person of a demo floor to log in as. */
export interface DemoPerson {
  readonly name: string;
}

/** A detention as staff see it. */
export interface DetentionSeen {
  readonly player: string;
  readonly table: string;
  readonly clause: string;
  readonly since: number;
}

/** How a card that left the shoe, or a round that began, differs from the rules. */
export interface Deviation {
  readonly kind: string;
  readonly due: string;
  readonly clause: string;
}

/** The shuffling device has failed in the round in play. */
export interface DeviceFailed {
  readonly do: 'malfunction';
  readonly disadvantaged?: boolean;
  readonly another_device?: boolean;
  readonly transferable?: boolean;
  readonly damaged?: string;
  readonly returned_to?: readonly string[];
  readonly then?: string;
  readonly reason?: string;
}

/** A difference between two books, and what it alone changes in the house edge. */
export interface DifferenceSeen {
  readonly rules: readonly string[];
  readonly said: string;
  readonly first: SideSeen;
  readonly second: SideSeen;
  readonly alone: number | null;
}

/** All games side by side, rule by rule. */
export interface DifferencesSeen {
  readonly games: readonly string[];
  readonly titles: readonly string[];
  readonly sections: readonly RuleSection[];
}

/** Send a computer player away from its box. */
export interface DismissComputer {
  readonly do: 'dismiss-computer';
  readonly box: number;
}

/** A decision. */
export interface DisputeDecisionSeen {
  readonly by: string;
  readonly instance: 'first' | 'review' | 'inspector';
  readonly upheld: boolean;
  readonly text: string;
  readonly remedy: 'none' | 'correction' | 'payment';
  readonly at: number;
  readonly settled: boolean;
  readonly settled_by: number;
}

/** A dispute, with the player's own words. */
export interface DisputeSeen {
  readonly dispute: number;
  readonly player: string;
  readonly table: string;
  readonly round: string;
  readonly about: string;
  readonly at: number;
  readonly status: 'open' | 'decided' | 'review-asked' | 'reviewed' | 'with-inspector' | 'closed';
  readonly decisions: readonly DisputeDecisionSeen[];
  readonly clause: string;
  readonly may_ask_review: boolean;
  readonly may_complain: boolean;
  readonly complaint_clause: string;
  readonly to_do: string;
}

/** Disputes, those to be done first, then the newest. */
export interface DisputesSeen {
  readonly to_do: readonly DisputeSeen[];
  readonly done: readonly DisputeSeen[];
}

/** Double the hand. */
export interface DoDouble {
  readonly do: 'double';
  readonly box: number;
  readonly amount?: Amount | null;
}

/** Take even money: a natural is paid 1 to 1 at once. */
export interface DoEvenMoney {
  readonly do: 'even-money';
  readonly box: number;
}

/** Forfeit after a double. */
export interface DoForfeit {
  readonly do: 'forfeit';
  readonly box: number;
}

/** Draw a card. */
export interface DoHit {
  readonly do: 'hit';
  readonly box: number;
}

/** Insure your wager on a box. */
export interface DoInsure {
  readonly do: 'insure';
  readonly box: number;
  readonly amount: Amount;
}

/** Refuse a card that was drawn in error, and all further cards of the round. */
export interface DoRefuse {
  readonly do: 'refuse';
  readonly box: number;
}

/** Split the pair. */
export interface DoSplit {
  readonly do: 'split';
  readonly box: number;
}

/** Take no more cards. */
export interface DoStand {
  readonly do: 'stand';
  readonly box: number;
}

/** Surrender the hand. */
export interface DoSurrender {
  readonly do: 'surrender';
  readonly box: number;
}

/** An exercise that is to come back. */
export interface Drill {
  readonly game: string;
  readonly key: string;
  readonly due: number;
  readonly is_repeat?: boolean;
}

/** A theme that can be practised. */
export interface DrillSeen {
  readonly theme: string;
  readonly title: string;
  readonly said: string;
}

/** House edge of a game, as `boxseat edge --json`. */
export interface EdgeSeen {
  readonly game: string;
  readonly decks: number;
  readonly house_edge: number;
  readonly exact: boolean;
  readonly error_bound: number;
  readonly standard_deviation: number;
  readonly super_bonus: BonusFigures | null;
  readonly side_bets: Readonly<Record<string, number | null>>;
  readonly insurance: number | null;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly lines: Readonly<Record<string, number>>;
  readonly seconds: number;
}

/** Show by a sign when those who play at an old minimum have to go on at the new one. */
export interface EndOldMinimum {
  readonly do: 'end-old-minimum';
  readonly from: string;
}

/** End the limits that a player has of their own. */
export interface EndPrivateLimits {
  readonly do: 'end-private-limits';
  readonly player: string;
}

/** The session is over; the socket closes with code 4401. */
export interface EndedFrame {
  readonly is: 'ended';
  readonly reason: string;
}

/** Why a request failed: a code, the clause where a rule decides, and a sentence. */
export interface Error {
  readonly code: string;
  readonly clause: string;
  readonly reason: string;
}

/** A frame that could not be decoded or carried out; `id` names its command, `table` what it asked to watch. */
export interface ErrorFrame {
  readonly is: 'error';
  readonly code: string;
  readonly reason: string;
  readonly id?: string;
  readonly table?: string;
}

/** A significant event. */
export interface EventSeen {
  readonly event: number;
  readonly at: number;
  readonly kind: 'void' | 'override' | 'irregularity' | 'correction' | 'payment-error' | 'count-difference' | 'large-win' | 'failed-login' | 'account-change' | 'limit-change' | 'permission' | 'exclusion' | 'detention' | 'dispute' | 'table-hours';
  readonly who: string;
  readonly about: string;
  readonly round: string;
  readonly what: string;
  readonly seen_by: string;
  readonly seen_at: number;
}

/** Events, newest first, among so many entries of the journal. */
export interface EventsSeen {
  readonly events: readonly EventSeen[];
  readonly before: number;
}

/** An exclusion as staff see it, with who attested what. */
export interface ExclusionForStaff {
  readonly player: string;
  readonly scope: string;
  readonly game: string;
  readonly table: string;
  readonly clause: string;
  readonly because: string;
  readonly reason: string;
  readonly by: string;
  readonly since: number;
}

/** An exclusion as the person sees it. */
export interface ExclusionSeen {
  readonly player: string;
  readonly scope: string;
  readonly game: string;
  readonly clause: string;
  readonly since: number;
}

/** The answers to an exercise, by the name of the part. */
export interface ExerciseAnswered {
  readonly key: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly seconds: number;
  readonly day: string;
  readonly sheet: Sheet;
}

/** The next exercise: one that is due to come back, or a fresh one by the seed. */
export interface ExerciseAsked {
  readonly sheet: Sheet;
  readonly seed: number;
  readonly topic?: string;
}

/** An exercise without its right answers. */
export interface ExerciseSeen {
  readonly key: string;
  readonly game: string;
  readonly topic: string;
  readonly skill: string;
  readonly title: string;
  readonly told: readonly string[];
  readonly log: readonly string[];
  readonly table: TableLying | null;
  readonly parts: readonly Part[];
  readonly comes_back: boolean;
}

/** Turn your first two cards on a box, which were dealt face down. */
export interface ExposeCards {
  readonly do: 'expose';
  readonly box: number;
}

/** Cards that lie face down on a box, as its players see them. */
export interface FaceDownSeen {
  readonly box: number;
  readonly cards: readonly string[];
  readonly total: number;
  readonly soft: boolean;
}

/** Announce the table's final rounds, after which it closes. */
export interface FinalRounds {
  readonly do: 'final-rounds';
}

/** The first administrator of a new floor, with the token of the link that was printed at its first start. */
export interface FirstAdministrator {
  readonly token: string;
  readonly name: string;
  readonly password: string;
}

/** A table's float from its opening count on. */
export interface FloatSeen {
  readonly table: string;
  readonly opening: CountSeen | null;
  readonly fills: string;
  readonly credits: string;
  readonly closing: CountSeen | null;
  readonly last: CountSeen | null;
  readonly transit: string;
}

/** A request for footage, and its answer. */
export interface FootageSeen {
  readonly request: number;
  readonly table: string;
  readonly round: number | null;
  readonly at: number;
  readonly text: string;
  readonly by: string;
  readonly asked_at: number;
  readonly reference: string;
  readonly answer: string;
  readonly answered_by: string;
}

/** Record what a player does or says at a hand-dealt table; ``patron 3`` is one without a name. Chips are bought in cash. */
export interface ForPlayer {
  readonly do: 'for-player';
  readonly player: string;
  readonly what: BuyIn | Sit | GiveUp | Leave | Lay | TakeBack | DoInsure | DoEvenMoney | DoSurrender | DoSplit | DoDouble | DoForfeit | DoHit | DoStand | DoRefuse | Decline | Join | Pass;
}

/** A card was found that is not of this pack. */
export interface ForeignCardFound {
  readonly do: 'foreign-card';
  readonly card?: string;
  readonly reason?: string;
}

/** A round that was found; its id recalls it. */
export interface FoundRound {
  readonly id: string;
  readonly table: string;
  readonly number: number;
  readonly at: number;
  readonly over: boolean;
}

/** Odds of a game that need no computation, and the house edges computed so far. */
export interface GameOdds {
  readonly game: string;
  readonly title: string;
  readonly decks: number;
  readonly permitted_decks: readonly number[];
  readonly house_edges: Readonly<Record<number, number>>;
  readonly options: readonly OptionSeen[];
  readonly side_bets: readonly SideBetSeen[];
  readonly ranks: string;
}

/** A game: cards, layout, inscriptions and payouts. */
export interface GameSeen {
  readonly name: string;
  readonly title: string;
  readonly natural: string;
  readonly boxes: number;
  readonly decks: number;
  readonly cards: number;
  readonly without: string;
  readonly inscriptions: readonly InscriptionSeen[];
  readonly pays: readonly PaysSeen[];
  readonly perfect_pairs: readonly PaysSeen[];
  readonly super_sevens: readonly PaysSeen[];
  readonly bonus: readonly PaysSeen[];
  readonly pays_notes: readonly InscriptionSeen[];
  readonly bonus_notes: readonly InscriptionSeen[];
  readonly offers: OffersSeen;
  readonly one_card_to_split_aces: boolean;
  readonly surrender: boolean;
  readonly insurance: boolean;
  readonly smallest_chip: string;
  readonly registered: boolean;
}

/** Give up one of your boxes. */
export interface GiveUp {
  readonly do: 'give-up';
  readonly box: number;
}

/** A finished round, decision by decision. */
export interface GradeSeen {
  readonly round: string;
  readonly number: number;
  readonly decisions: readonly DecisionGraded[];
  readonly right: number;
  readonly gave_away: number;
  readonly cost: string;
  readonly net: string;
}

/** What staff see of a hand-dealt table besides. */
export interface HandDealtForStaff {
  readonly payments: readonly PaymentSeen[];
  readonly record: readonly RecordStep[];
  readonly notes: readonly NoteSeen[];
  readonly past_rounds: readonly number[];
}

/** What a hand-dealt table shows besides its round. */
export interface HandDealtSeen {
  readonly terminals: boolean;
  readonly cards_on_record: boolean;
  readonly due: string;
  readonly deviation: Deviation | null;
  readonly misplaced: boolean;
  readonly surplus: readonly LyingCard[];
  readonly next_cards: readonly NextCard[];
  readonly burned: readonly string[];
  readonly carried: readonly string[];
  readonly to_do: readonly string[];
  readonly should_be: readonly LyingCard[];
  readonly reconstruction: RoundPutRight | null;
}

/** A hand in play. */
export interface HandSeen {
  readonly cards: readonly string[];
  readonly total: number;
  readonly soft: boolean;
  readonly doubled: boolean;
  readonly in_turn: boolean;
  readonly wagers: readonly ChipsSeen[];
  readonly surrendered: readonly string[];
  readonly cleared: boolean;
}

/** Value of every action on a hand, as `boxseat ev --json`. */
export interface HandWorths {
  readonly game: string;
  readonly decks: number;
  readonly hand: string;
  readonly dealer: string;
  readonly actions: Readonly<Record<string, number>>;
  readonly best: string;
  readonly exact: boolean;
  readonly error_bound?: number;
}

/** First frame on a socket: who you are, and the server's time and version. */
export interface HelloFrame {
  readonly is: 'hello';
  readonly person: PersonSeen;
  readonly time: number;
  readonly program: string;
}

/** Hold a player who sat out a round of the shoe to the minimum until the next shuffle. */
export interface HoldToMinimum {
  readonly do: 'hold-to-minimum';
  readonly player: string;
}

/** A decision that the house made for a player who did not answer. */
export interface HouseDecision {
  readonly player: string;
  readonly box: number;
  readonly what: string;
}

/** An inscription on the layout. */
export interface InscriptionSeen {
  readonly text: string;
  readonly clause: string;
}

/** Insurance was not offered, and is offered now. */
export interface InsuranceForgotten {
  readonly do: 'insurance-missed';
}

/** Declare that the round in play has no outcome; a gaming manager may have wagers kept, or forfeited by some players. */
export interface InvalidateTheRound {
  readonly do: 'invalidate';
  readonly because: 'disruption' | 'fraud' | 'impractical';
  readonly reason: string;
  readonly refund?: boolean;
  readonly forfeited_by?: readonly string[];
}

/** Join the controlling player's decision, with an amount if it needs one. */
export interface Join {
  readonly do: 'join';
  readonly box: number;
  readonly amount?: Amount | null;
}

/** The controlling player's decision, which waits for the co-bettors' answers. */
export interface JoinSeen {
  readonly box: number;
  readonly controller: string;
  readonly what: string;
  readonly asked: readonly string[];
}

/** A co-bettor who may join a decision. */
export interface JoinerSeen {
  readonly player: string;
  readonly amount: AmountSeen | null;
}

/** A card leaves the shoe. */
export interface KeyCard {
  readonly do: 'card';
  readonly card: string;
  readonly to?: string;
}

/** Wager on a box, your own or another player's. It replaces your earlier wager there. */
export interface Lay {
  readonly do: 'wager';
  readonly box: number;
  readonly stake?: Amount;
  readonly perfect_pairs?: Amount;
  readonly super_sevens?: Amount;
}

/** The cards and chips on the layout. */
export interface LayoutSeen {
  readonly phase: string;
  readonly dealer: readonly string[];
  readonly dealer_total: number;
  readonly dealer_soft: boolean;
  readonly boxes: readonly BoxInPlay[];
}

/** Leave the table with your chips; after the round, if you have a wager in it. */
export interface Leave {
  readonly do: 'leave';
}

/** Allow at most so many players at the table, from the next round. */
export interface LimitPlayersAtTable {
  readonly do: 'players-at-table';
  readonly most: number;
}

/** Allow at most so many players on a box, from the next round. */
export interface LimitPlayersOnBox {
  readonly do: 'players-on-box';
  readonly most: number;
}

/** One wager paid, collected or returned. */
export interface LineSeen {
  readonly box: number;
  readonly hand: number;
  readonly player: string;
  readonly wager: string;
  readonly stake: string;
  readonly result: string;
  readonly odds: string | null;
  readonly net: string;
  readonly clause: string;
  readonly why: string;
}

/** Say who a patron without a name is: chips, wagers and seat are theirs. */
export interface LinkPatron {
  readonly do: 'link-patron';
  readonly patron: string;
  readonly player: string;
}

/** An entry of the journal: who did what, where and when. What its records hold is not told. */
export interface LogLine {
  readonly entry: number;
  readonly at: number;
  readonly who: string;
  readonly stream: string;
  readonly what: readonly string[];
}

/** A card that lies where no card was due. */
export interface LooseCard {
  readonly card: string;
  readonly to: string;
}

/** A card and its place: ``dealer``, or a hand of a box (``3.1``). */
export interface LyingCard {
  readonly card: string;
  readonly to: string;
}

/** The mark of one part. */
export interface Mark {
  readonly part: string;
  readonly asks: string;
  readonly given: string;
  readonly answer: string;
  readonly is_right: boolean;
  readonly clause: string;
  readonly sentence: string;
  readonly why: string;
}

/** Put a marker with its own maximum beside a box; without an amount, remove it. */
export interface MarkBox {
  readonly do: 'mark-box';
  readonly box: number;
  readonly maximum?: Amount | null;
}

/** Mark the table as one of low limits, or no longer. */
export interface MarkLowLimit {
  readonly do: 'low-limit';
  readonly on: boolean;
}

/** Who you are, the balance of your wallet in dollars, and the tables where you have chips. */
export interface Me {
  readonly person: PersonSeen;
  readonly wallet: string;
  readonly seats: readonly SeatSeen[];
}

/** An entry in the legend of a chart. */
export interface MeaningSeen {
  readonly text: string;
  readonly action: string;
  readonly said: string;
}

/** A wager paid, collected or returned, in dollars. */
export interface MoneySeen {
  readonly box: number;
  readonly hand: number;
  readonly player: string;
  readonly wager: string;
  readonly stake: string;
  readonly net: string;
  readonly clause: string;
}

/** A card that lay in one place and belongs in another: a place, ``next`` or ``rack``. */
export interface MovedCard {
  readonly card: string;
  readonly before: string;
  readonly after: string;
}

/** A round that a person played in, and its result for them. */
export interface MyRound {
  readonly id: string;
  readonly table: string;
  readonly number: number;
  readonly at: number;
  readonly net: string;
  readonly over: boolean;
  readonly seq: number;
}

/** A staff account to open. */
export interface NewStaff {
  readonly name: string;
  readonly role: 'player' | 'dealer' | 'supervisor' | 'gaming-manager' | 'tournament-manager' | 'inspector' | 'cage' | 'surveillance' | 'administrator';
}

/** A table to set up. Options are those of the book, settings those of the house, in whole cents and microseconds. */
export interface NewTable {
  readonly game: string;
  readonly id?: string;
  readonly options?: Readonly<Record<string, boolean | number | string>>;
  readonly settings?: Readonly<Record<string, unknown>>;
}

/** A card that has left the shoe and waits for the next place that is due. */
export interface NextCard {
  readonly card: string;
  readonly exposed: boolean;
}

/** Close the bets: the wagers that lie are those of the round. */
export interface NoMoreBets {
  readonly do: 'no-more-bets';
}

/** Describe a patron without a name, so that others of the staff know who it is. */
export interface NotePatron {
  readonly do: 'note-patron';
  readonly patron: string;
  readonly note: string;
}

/** A patron without a name, as staff describe them. */
export interface NoteSeen {
  readonly patron: string;
  readonly note: string;
}

/** A notice to a desk. */
export interface NoticeSeen {
  readonly notice: number;
  readonly to: string;
  readonly about: string;
  readonly clause: string;
  readonly text: string;
  readonly at: number;
  readonly seen_by: string;
  readonly seen_at: number;
}

/** What is asked when something is offered; empty where the game does not offer it. */
export interface OffersSeen {
  readonly insurance: string;
  readonly surrender: string;
  readonly surrender_loses: number;
  readonly forfeit: string;
}

/** A one-time password for a person, to be changed at the first login; it is shown only this once. */
export interface OneTime {
  readonly name: string;
  readonly password: string;
}

/** Open a closed table for play. */
export interface OpenForPlay {
  readonly do: 'open';
}

/** A question to one player about one box. */
export interface OpenQuestion {
  readonly player: string;
  readonly box: number;
  readonly what: string;
}

/** An option that a table may set in a book. */
export interface OptionSeen {
  readonly name: string;
  readonly said: string;
  readonly value: string;
  readonly permitted: readonly string[];
  readonly clause: string;
}

/** An order of chips, from the request to the receipt. */
export interface OrderSeen {
  readonly order: number;
  readonly table: string;
  readonly what: string;
  readonly ordered: PiecesSeen;
  readonly ordered_by: string;
  readonly at: number;
  readonly sent: PiecesSeen | null;
  readonly sent_by: string;
  readonly received: PiecesSeen | null;
  readonly received_by: string;
}

/** What a ruling changes in the money: settlements undone and made, and what goes back and forth on each box. */
export interface OutcomeSeen {
  readonly clause: string;
  readonly undone: readonly LineSeen[];
  readonly made: readonly LineSeen[];
  readonly pay: readonly PaySeen[];
}

/** The limits of one player, on a sign of their own. */
export interface OwnLimitsSeen {
  readonly player: string;
  readonly minimum: string;
  readonly maximum: string;
}

/** One thing that is asked. */
export interface Part {
  readonly name: string;
  readonly asks: string;
  readonly form: 'amount' | 'cards' | 'choice' | 'places' | 'several' | 'total';
  readonly options: readonly AnswerOption[];
  readonly start: string;
  readonly cards: string;
}

/** Do not join the controlling player's decision. */
export interface Pass {
  readonly do: 'pass';
  readonly box: number;
}

/** The current password and a new one. */
export interface PasswordChange {
  readonly old: string;
  readonly new: string;
}

/** What staff see of somebody with chips at the table, besides what everybody sees. */
export interface PatronForStaff {
  readonly name: string;
  readonly chips: string;
  readonly warned: boolean;
  readonly idle_rounds: number;
  readonly to_minimum: boolean;
  readonly to_one_box: boolean;
  readonly why_leaving: string;
}

/** A person or computer player with chips at the table. */
export interface PatronSeen {
  readonly name: string;
  readonly computer: string;
  readonly leaving: boolean;
  readonly away: boolean;
}

/** What is handed out to a player on a box, and what is collected. */
export interface PaySeen {
  readonly box: number;
  readonly player: string;
  readonly paid: string;
  readonly collected: string;
  readonly chips: readonly ChipsPaid[];
  readonly coins: string | null;
}

/** A wrong payment, as staff see it. */
export interface PaymentErrorSeen {
  readonly error: number;
  readonly table: string;
  readonly player: string | null;
  readonly kind: string;
  readonly amount: string;
  readonly suspected: boolean;
  readonly status: 'attempted' | 'open' | 'rectified' | 'reported';
  readonly month: string;
}

/** What the dealer pays to and takes from one player on one box in the round so far, in dollars. */
export interface PaymentSeen {
  readonly box: number;
  readonly player: string;
  readonly pays: string;
  readonly takes: string;
  readonly returns: string;
}

/** The register, as staff see it. */
export interface PaymentsSeen {
  readonly errors: readonly PaymentErrorSeen[];
  readonly monthly_report: Readonly<Record<string, readonly ReportedSeen[]>>;
}

/** A line of the payouts. */
export interface PaysSeen {
  readonly what: string;
  readonly pays: string;
  readonly clause: string;
}

/** A person: name, role, and whether they are a guest. */
export interface PersonSeen {
  readonly name: string;
  readonly role: 'player' | 'dealer' | 'supervisor' | 'gaming-manager' | 'tournament-manager' | 'inspector' | 'cage' | 'surveillance' | 'administrator';
  readonly guest: boolean;
  readonly password_due: boolean;
}

/** What a player sees of the register: what is about them. */
export interface PersonsForPlayer {
  readonly exclusions: readonly ExclusionSeen[];
  readonly without_card: boolean;
}

/** The register as staff see it. */
export interface PersonsForStaff {
  readonly exclusions: readonly ExclusionForStaff[];
  readonly barred: readonly BarForStaff[];
  readonly detained: readonly DetentionSeen[];
  readonly without_card: readonly CardFaultSeen[];
}

/** Chips by denomination in dollars, and what they come to. */
export interface PiecesSeen {
  readonly chips: Readonly<Record<string, number>>;
  readonly amount: string;
}

/** Ask for a pong with the same number. */
export interface PingFrame {
  readonly ping: number;
}

/** Play the hand in turn for a player who does not decide. */
export interface PlayForAbsent {
  readonly do: 'absent';
  readonly box: number;
}

/** The round for one player; amounts in dollars. */
export interface PlayerRecalled {
  readonly name: string;
  readonly computer: string;
  readonly before: string;
  readonly bought: string;
  readonly staked: string;
  readonly won: string;
  readonly lost: string;
  readonly net: string;
  readonly after: string;
  readonly choices: readonly ChoiceRecalled[];
}

/** Answer to a ping, with its number. */
export interface PongFrame {
  readonly is: 'pong';
  readonly ping: number;
}

/** A practice table: its themes and its snapshot. */
export interface PracticeSeen {
  readonly id: string;
  readonly drills: readonly DrillSeen[];
  readonly ranks: string;
  readonly seen: TableAnswer;
}

/** Progress of a long computation: the data of the stream's `progress` events. A simulation adds its figures so far. */
export interface ProgressSeen {
  readonly done: number;
  readonly of: number;
  readonly said: string;
  readonly house_edge?: number | null;
  readonly standard_error?: number | null;
}

/** The discard rack was not put back into the shuffling device. */
export interface RackForgotten {
  readonly do: 'rack-left';
}

/** Raise the minimum: from a time that a sign shows, or at once. */
export interface RaiseMinimum {
  readonly do: 'raise-minimum';
  readonly min: Amount;
  readonly from?: string | null;
  readonly bet?: 'main' | 'perfect-pairs';
}

/** Be ready for the deal; the table does not wait for this player. */
export interface Ready {
  readonly do: 'ready';
}

/** Record that a player lays the wagers of the last round again; without a name, all of its players. */
export interface Rebet {
  readonly do: 'rebet';
  readonly player?: string;
}

/** A past round, marked as a replay. */
export interface Recalled {
  readonly marked: 'REPLAY';
  readonly id: string;
  readonly table: string;
  readonly game: string;
  readonly title: string;
  readonly number: number;
  readonly over: boolean;
  readonly void: boolean;
  readonly reason: string;
  readonly began: string;
  readonly ended: string;
  readonly shoe: string;
  readonly commitment: string;
  readonly wagers: readonly WagerRecalled[];
  readonly players: readonly PlayerRecalled[];
  readonly steps: readonly StepRecalled[];
  readonly settlements: readonly LineSeen[];
  readonly net: Readonly<Record<string, string>>;
  readonly house: string;
  readonly house_decisions: readonly HouseDecision[];
}

/** Put the round right: every card goes where it should have gone. */
export interface ReconstructRound {
  readonly do: 'reconstruct';
}

/** A reconstruction: the one that was done last, or a trial while a card is misplaced. */
export interface ReconstructionSeen {
  readonly done: boolean;
  readonly before: RoundLying;
  readonly after: RoundLying;
  readonly moves: readonly CardMoveSeen[];
  readonly stands: readonly number[];
  readonly set_aside: readonly number[];
  readonly asked: string;
  readonly money: OutcomeSeen;
}

/** Record that the commission has approved a layout. */
export interface RecordApproval {
  readonly do: 'record-approval';
  readonly what: 'perfect-pairs' | 'super-sevens' | 'table';
  readonly reference?: string;
}

/** Record a check that you have made at the table, or a riffle that you have approved. */
export interface RecordCheck {
  readonly do: 'record-check';
  readonly what: 'cards-collected' | 'cards-secured' | 'cashless' | 'drop-box' | 'hand-shuffle' | 'procedures' | 'riffle' | 'riffle-factory-shuffled';
  readonly player?: string;
  readonly note?: string;
}

/** A step of a round's record that is wrong. */
export interface RecordFault {
  readonly step: number;
  readonly keyed?: string;
  readonly lay?: string;
  readonly box?: number;
  readonly player?: string;
}

/** A card that left the shoe, or something that was done, in its order. */
export interface RecordSeen {
  readonly card: string;
  readonly to: string;
  readonly decision: number | null;
  readonly do: string;
}

/** A step of the round's record: a card with its place, or what somebody did. */
export interface RecordStep {
  readonly step: number;
  readonly do: string;
  readonly card: string;
  readonly to: string;
  readonly box: number;
  readonly player: string;
}

/** Refuse a wager that lies, before the first card; it goes back. */
export interface RefuseWager {
  readonly do: 'refuse-wager';
  readonly player: string;
  readonly box: number;
  readonly reason: string;
}

/** A decision or step of the document that was refused. */
export interface RefusedSeen {
  readonly decision: number;
  readonly do: string;
  readonly code: string;
  readonly clause: string;
  readonly reason: string;
}

/** Hold a player to the minimum no longer. */
export interface ReleaseFromMinimum {
  readonly do: 'release-from-minimum';
  readonly player: string;
}

/** A wrong payment in the report of its month. */
export interface ReportedSeen {
  readonly error: number;
  readonly player: string | null;
  readonly kind: string;
  readonly amount: string;
}

/** Reserve a box for one player; without a name, end the reservation. */
export interface ReserveBox {
  readonly do: 'reserve';
  readonly box: number;
  readonly player?: string;
}

/** Restrict a player to the minimum or to one box, or end the restriction. */
export interface Restrict {
  readonly do: 'restrict';
  readonly player: string;
  readonly to_minimum?: boolean;
  readonly to_one_box?: boolean;
  readonly inspector_notified?: boolean;
}

/** Restrict Perfect Pairs to players with a main wager of their own, or end that. */
export interface RestrictPerfectPairs {
  readonly do: 'restrict-perfect-pairs';
  readonly restricted?: boolean;
  readonly surveillance_notified?: boolean;
  readonly inspector_notified?: boolean;
}

/** An explanation of a result. */
export interface ResultNote {
  readonly day: string;
  readonly by: string;
  readonly text: string;
}

/** The result of a table or a game in a period, in dollars. */
export interface ResultRow {
  readonly table: string;
  readonly game: string;
  readonly period: string;
  readonly drop: string;
  readonly drop_by_books: string;
  readonly win: string;
  readonly hold: number | null;
  readonly rounds: number;
  readonly turnover: string;
  readonly theoretical: string | null;
  readonly interval: readonly [string, string] | null;
  readonly outside: boolean | null;
  readonly note_wanted: boolean;
  readonly notes: readonly ResultNote[];
}

/** The result of a sheet. */
export interface ResultSeen {
  readonly topics: readonly TopicTally[];
  readonly clauses: readonly ClauseTally[];
  readonly csv: string;
}

/** Send the picture of what is subscribed again. */
export interface ResyncFrame {
  readonly resync: string;
}

/** A finished shoe with its seed. */
export interface Revealed {
  readonly shoe: string;
  readonly commitment: string;
  readonly seed: string;
}

/** A round in the list of a table's rounds. */
export interface RoundLine {
  readonly id: string;
  readonly number: number;
  readonly at: number;
  readonly over: boolean;
}

/** A round as its cards and chips lie. */
export interface RoundLying {
  readonly phase: string;
  readonly boxes: readonly BoxInPlay[];
  readonly dealer: readonly string[];
  readonly dealer_total: number;
  readonly dealer_soft: boolean;
  readonly loose: readonly LooseCard[];
  readonly next: readonly string[];
  readonly rack: readonly string[];
  readonly carried: readonly string[];
  readonly over: boolean;
  readonly void: boolean;
}

/** What a reconstruction changes: cards that move, decisions that stand and fall, who is asked, money. */
export interface RoundPutRight {
  readonly moves: readonly MovedCard[];
  readonly stands: readonly DecisionSeen[];
  readonly set_aside: readonly DecisionSeen[];
  readonly asked: string;
  readonly undone: readonly MoneySeen[];
  readonly made: readonly MoneySeen[];
  readonly sentences: readonly string[];
}

/** The round in play, or the last one. */
export interface RoundSeen {
  readonly id: string;
  readonly number: number;
  readonly phase: string;
  readonly boxes: readonly BoxInPlay[];
  readonly dealer: readonly string[];
  readonly dealer_total: number;
  readonly dealer_soft: boolean;
  readonly settlements: readonly LineSeen[];
  readonly net: Readonly<Record<string, string>>;
  readonly void: boolean;
}

/** Rounds, newest first. */
export interface RoundsFound {
  readonly rounds: readonly FoundRound[];
  readonly before: number;
}

/** A rule in all games; null for a game that has no such rule. */
export interface RuleRow {
  readonly key: string;
  readonly said: string;
  readonly differs: boolean;
  readonly sides: readonly (RuleSide | null)[];
}

/** A section of rules. */
export interface RuleSection {
  readonly title: string;
  readonly rows: readonly RuleRow[];
}

/** A rule in one game. */
export interface RuleSide {
  readonly value: string;
  readonly clause: string;
  readonly ruling: string;
}

/** A step of staff that was done, and the ruling. */
export interface RuledSeen {
  readonly decision: number;
  readonly do: string;
  readonly clause: string;
  readonly said: string;
  readonly summary: string;
  readonly after_round: readonly string[];
  readonly notified: readonly string[];
}

/** Whether the house has a copy of a game's rules to hand out, and whom to ask where it has none (R55). */
export interface RulesCopy {
  readonly game: string;
  readonly title: string;
  readonly file: string;
  readonly ask: string;
}

/** One page of the clauses that match a request. */
export interface RulesSeen {
  readonly count: number;
  readonly ways: Readonly<Record<string, number>>;
  readonly clauses: readonly ClauseSeen[];
}

/** A round to be ruled on. */
export interface RulingAsked {
  readonly document: Readonly<Record<string, unknown>>;
}

/** A game as a round of it is keyed. */
export interface RulingGame {
  readonly name: string;
  readonly title: string;
  readonly boxes: number;
  readonly players_on_box: number;
  readonly ranks: string;
  readonly device: boolean;
  readonly side_bets: readonly string[];
  readonly options: readonly OptionSeen[];
  readonly split_hands: number;
  readonly after_malfunction: readonly string[];
}

/** A round as it lies, what may be done, and what is to be paid. */
export interface RulingSeen {
  readonly game: string;
  readonly title: string;
  readonly round: RoundLying;
  readonly due: string;
  readonly asked: string;
  readonly cards_out: number;
  readonly left_over: readonly string[];
  readonly signals: readonly SignalSeen[];
  readonly closed: readonly ClosedSeen[];
  readonly steps: readonly StepSeen[];
  readonly rulings: readonly RuledSeen[];
  readonly refused: readonly RefusedSeen[];
  readonly misplaced: boolean;
  readonly reconstruction: ReconstructionSeen | null;
  readonly void: OutcomeSeen | null;
  readonly lines: readonly LineSeen[];
  readonly pay: readonly PaySeen[];
  readonly net: Readonly<Record<string, string>>;
  readonly house: string;
  readonly record: readonly RecordSeen[];
}

/** A table of the house where you have chips; practice tables are not among them. */
export interface SeatSeen {
  readonly table: string;
  readonly title: string;
  readonly chips: string;
  readonly boxes: readonly number[];
}

/** Set the next cards at your practice table, between rounds, first to last, such as ``8S TD 8H``. */
export interface SetCards {
  readonly do: 'set-cards';
  readonly cards: string;
}

/** Let one player wager above the maximum, by limits of their own, until they leave. */
export interface SetPrivateLimits {
  readonly do: 'private-limits';
  readonly player: string;
  readonly min: Amount;
  readonly max: Amount;
}

/** A trainee's sheet. */
export interface Sheet {
  readonly trainee: string;
  readonly version?: number;
  readonly answered?: number;
  readonly first_day?: string;
  readonly last_day?: string;
  readonly rows?: readonly SheetRow[];
  readonly drills?: readonly Drill[];
}

/** The tally of a clause in a topic of a game. */
export interface SheetRow {
  readonly game: string;
  readonly topic: string;
  readonly clause: string;
  readonly seen?: number;
  readonly right?: number;
  readonly seconds?: number;
  readonly mistakes?: number;
}

/** A shoe: its commitment, and its proof once it is no longer dealt from. */
export interface ShoeAnswer {
  readonly shoe: string;
  readonly commitment: string;
  readonly revealed: boolean;
  readonly proof: ShoeProof | null;
  readonly unproved?: string;
}

/** The shoe is empty, and the discards are shuffled to finish the round. */
export interface ShoeIsEmpty {
  readonly do: 'cards-out';
}

/** Everything that anybody needs to check a shoe, or a round of a shuffling device. */
export interface ShoeProof {
  readonly version: number;
  readonly book: string;
  readonly ranks: string;
  readonly decks: number;
  readonly shoe: string;
  readonly commitment: string;
  readonly seed: string;
  readonly cut_from_ends: number;
  readonly stages: readonly Stage[];
}

/** The cards were not shuffled before the round. */
export interface ShuffleForgotten {
  readonly do: 'shuffle-missed';
}

/** Shuffle all cards between rounds, because they are badly mixed or are replaced. */
export interface ShuffleNow {
  readonly do: 'shuffle';
  readonly replace_cards?: boolean;
}

/** A bet beside the main wager, and its house edge; below zero the player has the advantage. */
export interface SideBetSeen {
  readonly name: string;
  readonly title: string;
  readonly house_edge: number;
  readonly ratio: string;
  readonly by_decks: Readonly<Record<number, number>>;
  readonly pays: readonly (readonly [string, string])[];
  readonly clause: string;
}

/** Value of a rule in one of two compared books, with its clause. */
export interface SideSeen {
  readonly value: string;
  readonly clause: string;
}

/** The table's sign. */
export interface SignSeen {
  readonly minimum: string | null;
  readonly maximum: string | null;
  readonly side_bet_minimum: string | null;
  readonly side_bet_maximum: string | null;
  readonly unit: string | null;
  readonly smallest_chip: string;
  readonly decks: number;
  readonly players_on_box: number;
  readonly players_at_table: number | null;
  readonly split_hands: number;
  readonly side_bets: readonly string[];
  readonly perfect_pairs_needs: string | null;
  readonly super_sevens_minimum: string | null;
  readonly super_sevens_maximum: string | null;
  readonly coming: readonly ComingSeen[];
  readonly old_minima: readonly string[];
  readonly private_limits: readonly OwnLimitsSeen[];
  readonly closing: number | null;
  readonly face_down: boolean;
  readonly low_limit: boolean;
}

/** A decision or step of the dealer that is open now, as a document has it. */
export interface SignalSeen {
  readonly decision: Readonly<Record<string, unknown>>;
  readonly do: string;
  readonly box: number;
  readonly player: string;
  readonly amount: AmountSeen | null;
  readonly joiners: readonly JoinerSeen[];
  readonly draws_to: string;
}

/** Result of a simulation, as `boxseat simulate --json`, without the sessions. */
export interface SimulationSeen {
  readonly game: string;
  readonly rounds: number;
  readonly strategy: string;
  readonly seed: number;
  readonly house_edge: number;
  readonly standard_error: number;
  readonly rounds_per_second: number;
  readonly seconds: number;
  readonly finished: boolean;
  readonly decks: number;
  readonly boxes: number;
  readonly dealing: string;
  readonly standard_deviation: number;
  readonly cards_per_round: number;
  readonly distribution: Readonly<Record<string, number>>;
  readonly hands: Readonly<Record<string, number>>;
}

/** Sit down at a free box, the first or a further one. */
export interface Sit {
  readonly do: 'sit';
  readonly box: number;
}

/** A kind of exercise. */
export interface SkillSeen {
  readonly skill: string;
  readonly title: string;
}

/** The part of a table's picture that is for staff. */
export interface StaffSeen {
  readonly patrons: readonly PatronForStaff[];
  readonly by_hand: HandDealtForStaff | null;
  readonly shut_out: Readonly<Record<string, string>>;
  readonly without_card: readonly string[];
  readonly checklist: Readonly<Record<string, string>>;
  readonly checks: readonly Check[];
}

/** One pack, shuffled once, and the cards dealt from it. */
export interface Stage {
  readonly dealt: string;
  readonly pack?: string | null;
  readonly cut?: CutProof | null;
  readonly cutting_card?: CuttingCard | null;
  readonly burnt?: readonly number[];
  readonly fates?: readonly CardFate[];
}

/** A wallet's balance and movements. */
export interface Statement {
  readonly wallet: string;
  readonly lines: readonly StatementLineSeen[];
}

/** A movement of money into or out of a wallet. */
export interface StatementLineSeen {
  readonly seq: number;
  readonly at: number;
  readonly amount: string;
  readonly other: string;
  readonly why: string;
  readonly clause: string;
}

/** One step of the round: who did it, the dealer's announcements, and the layout after it. */
export interface StepRecalled {
  readonly version: number;
  readonly at: string;
  readonly who: string;
  readonly what: string;
  readonly box?: number;
  readonly card?: string;
  readonly to?: string;
  readonly amount?: string;
  readonly joined_by?: readonly string[];
  readonly instead_of?: string;
  readonly reason?: string;
  readonly said?: readonly string[];
  readonly picture?: LayoutSeen | null;
}

/** A step of staff as a document has it, with one of its reasons, judged now. */
export interface StepSeen {
  readonly step: Readonly<Record<string, unknown>>;
  readonly do: string;
  readonly by: string;
  readonly fields: readonly string[];
  readonly takes_card: boolean;
  readonly clause: string;
  readonly refused: ClosedSeen | null;
}

/** Picture of a stream for the person who asks. */
export interface StreamAnswer {
  readonly version: number;
  readonly picture: unknown;
  readonly you: unknown;
  readonly paused: string;
  readonly staff?: unknown;
}

/** A command at a stream that is no table; its kind says which commands there are. */
export interface StreamCommandAsked {
  readonly id: string;
  readonly version: number;
  readonly command: unknown;
}

/** Carry out a command at a stream that is no table; its kind says which commands there are. */
export interface StreamCommandFrame {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly command: unknown;
}

/** Picture of a stream that is no table. A slow reader may miss versions, but always gets the newest. */
export interface StreamFrame {
  readonly is: 'stream';
  readonly id: string;
  readonly version: number;
  readonly picture: unknown;
  readonly you: unknown;
  readonly paused: string;
  readonly staff: unknown;
}

/** Snapshot of a table for the person who asks. */
export interface TableAnswer {
  readonly version: number;
  readonly table: TableSeen;
  readonly you: You | null;
  readonly paused: string;
}

/** Snapshot of a table. A slow reader may miss versions, but always gets the newest. */
export interface TableFrame {
  readonly is: 'table';
  readonly id: string;
  readonly version: number;
  readonly table: TableSeen;
  readonly you: You | null;
  readonly paused: string;
  readonly staff: StaffSeen;
  readonly ruling: RulingSeen;
}

/** A table in the list of tables. */
export interface TableLine {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly status: string;
  readonly sign: SignSeen;
  readonly boxes: readonly BoxLine[];
  readonly patrons: number;
  readonly in_round: boolean;
  readonly round_number: number;
  readonly cards_from: string;
  readonly practice: boolean;
  readonly dealt: string;
}

/** The table of an exercise as it lies; hands that are settled keep their cards. */
export interface TableLying {
  readonly cards_from: string;
  readonly dealer: readonly string[];
  readonly dealer_total: number;
  readonly dealer_soft: boolean;
  readonly boxes: readonly BoxInPlay[];
  readonly settled: readonly LineSeen[];
  readonly surplus: readonly CardLying[];
  readonly next: readonly string[];
  readonly rack: readonly string[];
}

/** The table as everybody sees it. */
export interface TableSeen {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly status: string;
  readonly version: number;
  readonly asked_since: number;
  readonly open_since: number;
  readonly sign: SignSeen;
  readonly boxes: readonly BoxSeen[];
  readonly patrons: readonly PatronSeen[];
  readonly round: RoundSeen | null;
  readonly in_round: boolean;
  readonly due: readonly string[];
  readonly asked: readonly OpenQuestion[];
  readonly ready: readonly string[];
  readonly cut: CutSeen | null;
  readonly join: JoinSeen | null;
  readonly cards: CardsSeen | null;
  readonly revealed: Revealed | null;
  readonly house_decisions: readonly HouseDecision[];
  readonly final_rounds: number | null;
  readonly deadline: number | null;
  readonly said: readonly string[];
  readonly practice: boolean;
  readonly dealt: string;
  readonly by_hand: HandDealtSeen | null;
}

/** Take a wager back while bets are open. */
export interface TakeBack {
  readonly do: 'take-back';
  readonly box: number;
}

/** A ticket that opens one WebSocket, once, within half a minute. */
export interface Ticket {
  readonly ticket: string;
}

/** A topic of a game's course, with the kinds of exercises that the game has. */
export interface TopicSeen {
  readonly topic: string;
  readonly title: string;
  readonly skills: readonly SkillSeen[];
}

/** The sum of a topic of a game. */
export interface TopicTally {
  readonly game: string;
  readonly topic: string;
  readonly title: string;
  readonly seen: number;
  readonly right: number;
  readonly seconds: number;
}

/** Name the first card of the round that left the shoe face down and is not named yet. */
export interface TurnCard {
  readonly do: 'turn-card';
  readonly card: string;
}

/** Take back the last card, which was keyed by a slip of the finger, if nothing has followed it. */
export interface UndoCard {
  readonly do: 'undo-card';
}

/** End a subscription. */
export interface UnwatchFrame {
  readonly unwatch: string;
}

/** Versions of the program and its pages. */
export interface VersionSeen {
  readonly program: string;
  readonly pages: string;
}

/** Who is logged in. */
export interface VisitSeen {
  readonly person: PersonSeen | null;
  readonly demo: readonly PersonSeen[];
}

/** Declare a round void after the next one has begun, because a card had been misplaced in it. */
export interface VoidPastRound {
  readonly do: 'void-past-round';
  readonly number: number;
  readonly reason: string;
}

/** Declare the round in play void. */
export interface VoidTheRound {
  readonly do: 'void-round';
  readonly reason: string;
  readonly because?: 'cannot-reconstruct' | 'found-later';
}

/** Declare a player's wagers void: those of the round in play, or those that lie for the next one. */
export interface VoidTheWagers {
  readonly do: 'void-wagers';
  readonly player: string;
  readonly because: 'device' | 'player-card' | 'rules';
  readonly reason: string;
}

/** A wager on the table at the first card, in dollars. */
export interface WagerRecalled {
  readonly box: number;
  readonly player: string;
  readonly seated: boolean;
  readonly stake: string;
  readonly perfect_pairs: string;
  readonly super_sevens: string;
}

/** A wager laid for the next round. */
export interface WagerSeen {
  readonly player: string;
  readonly stake: string;
  readonly perfect_pairs: string;
  readonly super_sevens: string;
}

/** Subscribe to a table or another stream: its picture now, and at every change. */
export interface WatchFrame {
  readonly watch: string;
}

/** A new session. The token gives access to the API, and is shown only this once. */
export interface Welcome {
  readonly person: PersonSeen;
  readonly token: string;
}

/** A choice and its exact value, in units of the initial wager. */
export interface WorthSeen {
  readonly do: string;
  readonly worth: number;
}

/** What only the viewer sees. */
export interface You {
  readonly name: string;
  readonly chips: string | null;
  readonly boxes: readonly number[];
  readonly warned: boolean;
  readonly minimum_only: boolean;
  readonly minimum_until: string;
  readonly minimum_clause: string;
  readonly one_box: boolean;
  readonly asked: readonly OpenQuestion[];
  readonly choices: readonly ChoiceSeen[];
  readonly closed: readonly ClosedSeen[];
  readonly own_minimum: string | null;
  readonly own_maximum: string | null;
  readonly face_down: readonly FaceDownSeen[];
}
