package dev.muster.common.assertion.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests statements of sql-validate: where a name is a parameter, and what is not a single read-only statement. */
final class SqlStatementTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', ignoreLeadingAndTrailingWhitespace = true, value = {
        "select 1 | select 1 | []",
        "SELECT total FROM orders WHERE id = @order_id | SELECT total FROM orders WHERE id = ? | [order_id]",
        "select @a + @b, @a | select ? + ?, ? | [a, b, a]",
        "select total>@min from t where x=@x | select total>? from t where x=? | [min, x]",
        "select 'a@b.c', \"col@x\" from t where y = @y | select 'a@b.c', \"col@x\" from t where y = ? | [y]",
        "select 'it''s @no' , @yes | select 'it''s @no' , ? | [yes]",
        "select E'\\'@no', @yes | select E'\\'@no', ? | [yes]",
        "select $$ @no ; $$, $tag$ $$ @no $tag$, @yes | select $$ @no ; $$, $tag$ $$ @no $tag$, ? | [yes]",
        "select a @> b, c <@ d, e @@ f from t | select a @> b, c <@ d, e @@ f from t | []",
        "select j ? 'k' from t | select j ?? 'k' from t | []",
        "select name'\\', @yes | select name'\\', ? | [yes]",
        "select é'\\', @yes | select é'\\', ? | [yes]",
        "select a$$b, @yes, c$$d from t | select a$$b, ?, c$$d from t | [yes]",
        "select 1; | select 1 | []",
        "with x as (select @ü as ü) select * from x | with x as (select ? as ü) select * from x | [ü]",
        "values (1), (2) | values (1), (2) | []",
        "table orders | table orders | []"})
    void aNameOutsideOfLiteralsIsAParameter(String sql, String text, String names) throws AssertionFault {
        var statement = SqlStatement.of(sql);

        assertThat(statement.text().strip()).isEqualTo(text);
        assertThat(statement.names()).hasToString(names);
    }

    @Test
    void commentsAreNotRead() throws AssertionFault {
        var statement = SqlStatement.of("-- @no ; drop\n/* @no /* nested ; */ @no */ select @yes -- ; @no");

        assertThat(statement.names()).containsExactly("yes");
        assertThat(statement.text().strip()).isEqualTo("select ?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "delete from orders | must read: begin it with SELECT, WITH, VALUES or TABLE, not DELETE",
        "commit; delete from orders | takes one statement",
        "select 1; delete from orders | takes one statement",
        "select 1; /* */ ; select 2 | takes one statement",
        "select 'a\\'; drop table orders; --' | takes one statement",
        "select name'\\' ; commit; insert into orders values (666); --' | takes one statement",
        "set transaction read write | not SET",
        "do $$ begin end $$ | not DO",
        "call f() | not CALL",
        "explain analyze delete from t | not EXPLAIN",
        "-- nothing | not with nothing",
        "select 'open | has a ' that nothing closes",
        "select $x$ open | has a $x$ that nothing closes"})
    void whatIsNotOneReadingStatementIsAFault(String sql, String sentence) {
        assertThatThrownBy(() -> SqlStatement.of(sql)).isInstanceOf(AssertionFault.class)
                .hasMessageContaining(sentence);
    }
}
