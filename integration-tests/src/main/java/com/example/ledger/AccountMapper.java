package com.example.ledger;

import org.apache.ibatis.annotations.Param;
import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

/** What MyBatis implements. */
public interface AccountMapper extends Accounts {
    @Override
    @Select("select number from account where name = #{name}")
    int read(@Param("name") String name);

    @Override
    @Update("update account set number = #{number} where name = #{name}")
    void write(@Param("name") String name, @Param("number") int number);
}
